import { randomUUID } from 'node:crypto'
import type { Clock } from '../domain/clock.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import type { Logger } from '../platform/log/logger.ts'
import { type CompanySearch, SearchUnavailable } from './company-search.ts'
import { buildIndex } from './index-building.ts'
import { openIndexDirectory } from './index-directory.ts'
import { FORMAT_VERSION } from './index-format.ts'
import { openQueryPool, type QueryPool } from './query-pool.ts'
import type { Answer, Question } from './query-worker-messages.ts'

/** Where the index takes its companies from. */
export type CompanySource = {
  /** Changes whenever a company does. */
  revision(): Promise<string>
  /** Every company once, in any order. */
  companies(): AsyncIterable<IndexableCompany>
}

export type SqliteCompanySearchOptions = {
  /** For the index alone; files in it that are not in use are removed. */
  directory: string
  /** Threads that answer. */
  workers: number
  /** Questions that may wait for a thread. */
  queueLimit: number
  source: CompanySource
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** How often the records are asked whether they changed, in milliseconds. 0: only when `refresh` is called. */
  checkEvery?: number
}

export interface SqliteCompanySearch extends CompanySearch {
  /** Makes the index follow the records; resolves when it does, rejects when it could not be built. */
  refresh(): Promise<void>
}

const CHECK_EVERY = 5000
const PREPARING_SECONDS = 3
const preparing = () => new SearchUnavailable('preparing', PREPARING_SECONDS)

/**
 * Search over an index file of its own, made from the records and made again whenever it is missing, of another
 * version, damaged or behind them. An older index answers until the newer one stands.
 */
export function openSqliteCompanySearch(options: SqliteCompanySearchOptions): SqliteCompanySearch {
  const { source, clock, log } = options
  const files = openIndexDirectory(options.directory)
  const closing = new AbortController()
  let inUse: { file: string; pool: QueryPool } | null = null
  let refreshing: Promise<void> | null = null
  let isAskedAgain = false

  const openPool = (file: string) =>
    openQueryPool({
      file,
      workers: options.workers,
      queueLimit: options.queueLimit,
      onReplaced: (error) => log.warn('search.thread-replaced', { error }),
    })

  /** Puts an index into use, and the one before out of it once its last answer is given. */
  const take = async (file: string) => {
    const pool = await openPool(file)
    if (closing.signal.aborted) return pool.close()
    const before = inUse
    inUse = { file, pool }
    await before?.pool.retire()
    await files.keepOnly(file)
  }

  const openExisting = async () => {
    const file = await files.findCurrent()
    if (file === null) return
    try {
      await take(file)
    } catch (error) {
      log.warn('search.index-unusable', { error })
    }
  }

  const build = async (revision: string) => {
    const builtAt = clock.now()
    const file = files.newFile(randomUUID())
    log.info('search.index-building')
    const header = await buildIndex({ file, revision, builtAt }, source.companies(), closing.signal)
    await files.use(file)
    await take(file)
    log.info('search.index-ready', { count: header.companies, milliseconds: clock.now() - builtAt })
  }

  const followRecords = async () => {
    do {
      isAskedAgain = false
      if (inUse === null) await openExisting()
      const revision = await source.revision()
      const isCurrent = inUse?.pool.header.revision === revision && (await files.exists(inUse.file))
      if (!isCurrent) await build(revision)
    } while (isAskedAgain && !closing.signal.aborted)
  }

  const refresh = (): Promise<void> => {
    if (closing.signal.aborted) return Promise.resolve()
    if (refreshing !== null) {
      isAskedAgain = true
      return refreshing
    }
    refreshing = followRecords().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  const refreshAside = () => {
    refresh().catch((error: unknown) => {
      if (!closing.signal.aborted) log.error('search.index-failed', { error })
    })
  }

  /** Out of use at once: from here on the records answer, until a new index stands. */
  const discard = (pool: QueryPool, message: string) => {
    if (inUse?.pool !== pool) return
    log.error('search.index-damaged', { detail: message })
    const { file } = inUse
    inUse = null
    void pool.close()
    void files.remove(file).finally(refreshAside)
  }

  const ask = async (question: Question): Promise<Answer> => {
    const pool = inUse?.pool
    if (pool === undefined) throw preparing()
    const answer = await pool.ask(question).catch((error: unknown) => {
      // Asked of an index that was found damaged in the meantime.
      throw inUse === null ? preparing() : error
    })
    if (answer.type !== 'damaged') return answer
    discard(pool, answer.message)
    throw preparing()
  }

  refreshAside()
  const { checkEvery = CHECK_EVERY } = options
  const timer = checkEvery > 0 ? setInterval(refreshAside, checkEvery).unref() : undefined

  return {
    async search(query) {
      const answer = await ask({ type: 'search', query, now: clock.now() })
      if (answer.type !== 'search') throw new TypeError(`a search was answered with ${answer.type}`)
      return answer.hits
    },
    async suggest(keyword, limit) {
      const answer = await ask({ type: 'suggest', keyword, limit, now: clock.now() })
      if (answer.type !== 'suggest') throw new TypeError(`a suggestion was answered with ${answer.type}`)
      return answer.hits
    },
    state() {
      const header = inUse?.pool.header
      if (header === undefined) return { ready: false, companies: 0, builtAt: null, version: null }
      const version = `${FORMAT_VERSION}:${header.revision}`
      return { ready: true, companies: header.companies, builtAt: header.builtAt, version }
    },
    refresh,
    async close() {
      clearInterval(timer)
      closing.abort(new Error('search is closing'))
      await refreshing?.catch(() => {})
      await inUse?.pool.close()
      inUse = null
    },
  }
}
