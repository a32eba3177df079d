import path from 'node:path'
import type { Config } from '../config/read-config.ts'
import { systemClock } from '../domain/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log/logger.ts'
import type { ServiceStates } from '../platform/service-states.ts'
import type { Traces } from '../platform/traces/traces.ts'
import type { CompanyHit, CompanySearch, StartedCompanySearch } from '../search/company-search.ts'
import { openEmbeddedCompanySearch } from '../search/embedded-company-search.ts'
import { startFollowerThread } from '../search/refresh/index-follower-thread.ts'
import { SEARCH_THREADS } from './admission-rules.ts'
import type { FollowerThreadData } from './index-follower.worker.ts'

type Found = readonly CompanyHit[] | { hits: readonly CompanyHit[] }

/** Search whose queries are spans of the current request: the kind of query and the number of hits, never the keyword. */
export function traceSearch(index: CompanySearch, traces: Pick<Traces, 'measure'>): CompanySearch {
  const measure = <F extends Found>(kind: 'search' | 'suggest' | 'count', query: () => Promise<F>) =>
    traces.measure<F>(() => ({ name: `search ${kind}`, attributes: { 'search.kind': kind } }), query, hitsIn)
  return {
    search: (query) => measure('search', () => index.search(query)),
    suggest: (keyword, limit) => measure('suggest', () => index.suggest(keyword, limit)),
    count: (query) => measure('count', () => index.count(query)),
    state: () => index.state(),
    close: () => index.close(),
  }
}

const hitsIn = (found: Found) => ({ 'search.hits': 'hits' in found ? found.hits.length : found.length })

export type StartedSearch = {
  index: StartedCompanySearch
  /** Call it when the database can be read; then the index starts to follow it. */
  follow: (db: Database) => void
}

const followerModule = new URL('./index-follower.worker.ts', import.meta.url)

const SEARCH_QUEUE = 64

/** Starts the search: in OpenSearch when it is set, else in this process. */
export async function startSearch(config: Config, log: Logger, states: ServiceStates): Promise<StartedSearch> {
  if (config.search === null) return startEmbeddedSearch(config, log)
  // Loaded only now: the client takes longer to load than an existing index of this process takes to open.
  const { startOpenSearch } = await import('./start-opensearch.ts')
  return startOpenSearch(config.search, config, log, states)
}

/** Starts the search threads. Call it first: the threads load while this thread opens the database. */
function startEmbeddedSearch({ dataDir, databaseUrl, demoData }: Config, log: Logger): StartedSearch {
  const mayFollow = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const following: FollowerThreadData = {
    directory: path.join(dataDir, 'index'),
    location: { databaseUrl, dataDir },
    demoData,
    mayFollow,
  }
  const index = openEmbeddedCompanySearch({
    workers: SEARCH_THREADS,
    queueLimit: SEARCH_QUEUE,
    startFollower: startFollowerThread({ module: followerModule, data: following, log }),
    clock: systemClock,
    log,
  })
  return {
    index,
    follow: () => {
      Atomics.store(mayFollow, 0, 1)
      Atomics.notify(mayFollow, 0)
    },
  }
}
