import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../platform/log/logger.ts'
import { type CompanySearch, SearchUnavailable } from './company-search.ts'
import { openQueryPool } from './pool/query-pool.ts'
import type { Corruption, QueryRequest, QueryResponse } from './pool/query-worker-messages.ts'
import type { FollowerCheck, StartFollower } from './refresh/index-follower.ts'
import type { OpenableIndex } from './refresh/index-manifest.ts'

export type EmbeddedCompanySearchOptions = {
  /** Threads that response. */
  workers: number
  /** Questions that may wait for a thread. */
  queueLimit: number
  startFollower: StartFollower
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
}

export interface EmbeddedCompanySearch extends CompanySearch {
  /** Resolves when everything the records hold now can be found; rejects when that failed. */
  refresh(): Promise<void>
}

const PREPARING_SECONDS = 3
const preparing = () => new SearchUnavailable('preparing', PREPARING_SECONDS)
/** A follower that has said nothing for so long may be behind by as much. */
const STALE_AFTER_MS = 5000

/**
 * Search over an index of its own, which a follower keeps in step with the records and makes anew where it is missing,
 * of another version, damaged or of other records. Until one stands, nothing is answered.
 */
export function openEmbeddedCompanySearch(options: EmbeddedCompanySearchOptions): EmbeddedCompanySearch {
  const { clock, log } = options
  const openedAt = clock.now()
  let current: OpenableIndex | null = null
  let switchingTo: OpenableIndex | null = null
  let lastCheck: FollowerCheck | null = null
  let isClosed = false

  /** Out of use at once: from here on the records response, until it is made anew. */
  const dropCorrupted = ({ version, file, message }: Corruption) => {
    if (version !== switchingTo?.version && version !== current?.version) return
    log.error('search.index-corrupted', { detail: message })
    current = null
    switchingTo = null
    follower.repair(file)
  }

  const pool = openQueryPool({
    workers: options.workers,
    queueLimit: options.queueLimit,
    onCorruption: dropCorrupted,
    onWorkerReplaced: (error) => log.warn('search.thread-replaced', { error }),
  })

  const follower = options.startFollower({
    async use(index) {
      switchingTo = index
      if (index === null) current = null
      else await pool.use(index)
      if (switchingTo === index) current = index
    },
    checked(check) {
      lastCheck = check
    },
  })

  const run = async (request: QueryRequest): Promise<QueryResponse> => {
    if (current === null || isClosed) throw preparing()
    const response = await pool.run(request)
    if (response.type !== 'corrupted') return response
    dropCorrupted(response)
    throw preparing()
  }

  const lagSeconds = () => {
    const now = clock.now()
    const { at, oldestPendingAt } = lastCheck ?? { at: openedAt, oldestPendingAt: null }
    if (oldestPendingAt !== null) return Math.max(0, now - oldestPendingAt) / 1000
    return now - at > STALE_AFTER_MS ? (now - at) / 1000 : 0
  }

  return {
    async search(query) {
      const response = await run({ type: 'search', query, now: clock.now() })
      if (response.type !== 'search') throw new TypeError(`a search was answered with ${response.type}`)
      return response.hits
    },
    async suggest(keyword, limit) {
      const response = await run({ type: 'suggest', keyword, limit, now: clock.now() })
      if (response.type !== 'suggest') throw new TypeError(`a suggestion was answered with ${response.type}`)
      return response.hits
    },
    state: () => ({
      ready: current !== null,
      companies: current?.companies ?? 0,
      segments: current?.segments.length ?? 0,
      builtAt: current?.builtAt ?? null,
      version: current?.version ?? null,
      lagSeconds: lagSeconds(),
      waiting: pool.queueLength(),
    }),
    refresh: () => (isClosed ? Promise.resolve() : follower.refresh()),
    async close() {
      isClosed = true
      await follower.close()
      await pool.close()
      current = null
    },
  }
}
