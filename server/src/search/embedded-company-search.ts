import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../platform/log/logger.ts'
import { type StartedCompanySearch, searchPreparing } from './company-search.ts'
import { type Corruption, openQueryPool, type QueryRequest, type QueryResponse } from './pool/query-pool.ts'
import type { OpenableIndex } from './refresh/index-directory.ts'
import type { StartFollower } from './refresh/index-follower.ts'
import { createFollowerLag } from './refresh/index-follower-port.ts'

export type EmbeddedCompanySearchOptions = {
  /** Worker threads that run queries. */
  workers: number
  /** Requests that may wait for a worker thread. A request beyond this is refused. */
  queueLimit: number
  startFollower: StartFollower
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
}

export interface EmbeddedCompanySearch extends StartedCompanySearch {
  /** Resolves when every change stored before the call is searchable; rejects when indexing fails. */
  refresh(): Promise<void>
}

/**
 * Search over index files in the data directory. A follower keeps the index up to date with the records, and rebuilds
 * it when it is missing, corrupted, of another format or of another store. Queries fail with `preparing` until an index
 * is in use.
 */
export function openEmbeddedCompanySearch(options: EmbeddedCompanySearchOptions): EmbeddedCompanySearch {
  const { clock, log } = options
  const lag = createFollowerLag(clock)
  let current: OpenableIndex | null = null
  let hasBeenReady = false
  let switchingTo: OpenableIndex | null = null
  let isClosed = false
  const { promise: firstUse, resolve: onFirstUse } = Promise.withResolvers<void>()

  /** Stops using the index at once. Until the follower has repaired it, callers query the database instead. */
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
      if (current === null) return
      hasBeenReady = true
      onFirstUse()
    },
    checked: lag.checked,
  })

  const run = async (request: QueryRequest): Promise<QueryResponse> => {
    if (current === null || isClosed) throw searchPreparing()
    const response = await pool.run(request)
    if (response.type !== 'corrupted') return response
    dropCorrupted(response)
    throw searchPreparing()
  }

  return {
    async search(query) {
      const response = await run({ type: 'search', query, now: clock.now() })
      if (response.type !== 'search') throw new TypeError(`unexpected response to a search: ${response.type}`)
      return response.hits
    },
    async suggest(keyword, limit) {
      const response = await run({ type: 'suggest', keyword, limit, now: clock.now() })
      if (response.type !== 'suggest') throw new TypeError(`unexpected response to a suggestion: ${response.type}`)
      return response.hits
    },
    async count(query) {
      const response = await run({ type: 'count', query, now: clock.now() })
      if (response.type !== 'count') throw new TypeError(`unexpected response to a count: ${response.type}`)
      return response.count
    },
    state: () => ({
      ready: current !== null,
      hasBeenReady,
      companies: current?.companies ?? 0,
      segments: current?.segments.length ?? 0,
      lagSeconds: lag.seconds(),
      waiting: pool.queueLength(),
    }),
    whenReady: () => firstUse,
    refresh: () => (isClosed ? Promise.resolve() : follower.refresh()),
    async close() {
      isClosed = true
      await follower.close()
      await pool.close()
      current = null
    },
  }
}
