import type { Config } from '../config/read-config.ts'
import { systemClock } from '../domain/clock.ts'
import { scopeOf } from '../features/company/company-source.repository.ts'
import { lazy } from '../platform/cache.ts'
import type { Database } from '../platform/database/database.ts'
import { readStoreIdentity } from '../platform/database/store-identity.ts'
import type { Logger } from '../platform/log/logger.ts'
import { createServiceOutage } from '../platform/log/service-outage.ts'
import type { ServiceStates } from '../platform/service-states.ts'
import { connectOpenSearch, type SearchServerSettings } from '../search/opensearch/client.ts'
import { type IndexState, readIndexState } from '../search/opensearch/index-state.ts'
import { openOpenSearchCompanySearch } from '../search/opensearch/opensearch-company-search.ts'
import { createFollowerLag } from '../search/refresh/index-follower-port.ts'
import { startFollowerThread } from '../search/refresh/index-follower-thread.ts'
import type { OpenSearchFollowerData } from './opensearch-follower.worker.ts'

const followerModule = new URL('./opensearch-follower.worker.ts', import.meta.url)

/** Milliseconds in which the thread may give the lease up; without that another process waits until it ends. */
const RELEASE_WITHIN_MS = 2_000

/** Searches in OpenSearch, and fills and follows its index in a thread while this process is the leader. */
export function startOpenSearch(
  search: SearchServerSettings,
  { dataDir, databaseUrl, demoData }: Pick<Config, 'dataDir' | 'databaseUrl' | 'demoData'>,
  log: Logger,
  states: ServiceStates,
) {
  const client = connectOpenSearch(search)
  const outage = createServiceOutage(log, 'search cluster', (failure) => states.record('search', failure))
  const { checked, seconds: lagSeconds } = createFollowerLag(systemClock)
  const mayFollow = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const data: OpenSearchFollowerData = { search, location: { databaseUrl, dataDir }, demoData, mayFollow }
  const startFollower = startFollowerThread({ module: followerModule, data, log, closeWithinMs: RELEASE_WITHIN_MS })
  const follower = startFollower({ use: () => Promise.resolve(), checked })
  /** Identity of the database, read once it can be read. */
  let readStore: (() => Promise<string>) | null = null

  const readState = async (): Promise<IndexState> => {
    const store = await readStore?.().catch(() => undefined)
    if (store === undefined) return { status: 'preparing', reason: 'unreachable' }
    return readIndexState(client, { scope: scopeOf(demoData), store }, outage)
  }
  const index = openOpenSearchCompanySearch({ client, readState, lagSeconds, clock: systemClock, log, outage })

  return {
    index: {
      ...index,
      async close() {
        await follower.close()
        await index.close()
        await client.close()
      },
    },
    follow: (db: Database) => {
      readStore = lazy(() => readStoreIdentity(db))
      Atomics.store(mayFollow, 0, 1)
      Atomics.notify(mayFollow, 0)
    },
  }
}
