import { randomUUID } from 'node:crypto'
import { hostname, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../domain/clock.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { createLease } from '../platform/database/lease.ts'
import { type DatabaseLocation, openDatabase } from '../platform/database/open-database.ts'
import { estimateCompanies } from '../platform/database/portable-sql.ts'
import { readStoreIdentity } from '../platform/database/store-identity.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { loadPronunciation } from '../search/analysis/pronunciation.ts'
import { connectOpenSearch, type SearchServerSettings } from '../search/opensearch/client.ts'
import { LEASE_MS, LEASE_NAME, startOpenSearchIndexing } from '../search/opensearch/opensearch-indexing.ts'
import { followThroughPort } from '../search/refresh/index-follower-port.ts'

/** Data that the thread is started with. */
export type OpenSearchFollowerData = {
  search: SearchServerSettings
  location: DatabaseLocation
  /** Whether demonstration companies are indexed. */
  demoData: boolean
  /** Changes from 0 to 1 when the database can be read. */
  mayFollow: Int32Array<SharedArrayBuffer>
}

const port = parentPort
if (port === null) throw new Error('runs as a worker only')
const { search, location, demoData, mayFollow }: OpenSearchFollowerData = workerData

/** Milliseconds without a byte: a request that changes the set of indices waits for the nodes. */
const REQUEST_TIMEOUT = 15_000
/**
 * Queries have priority. While they use all cores this thread still gets two fifths of the time of a thread with the usual
 * priority: following 1,500 changes a second needs about a fifth of a core. Only Linux has a priority per thread.
 */
const LOW_PRIORITY = 4

const pronunciation = loadPronunciation()
const reference = loadReferenceData({ demo: demoData })
Atomics.wait(mayFollow, 0, 0)
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY)

const database = openDatabase(location)
const { db } = database
const source = createCompanySource({ db, clock: systemClock, reference, includeDemo: demoData })
const origin = { scope: source.scope, store: await readStoreIdentity(db) }
const client = connectOpenSearch({ ...search, requestTimeout: REQUEST_TIMEOUT })
const lease = createLease({
  db,
  name: LEASE_NAME,
  owner: `${hostname()} ${process.pid} ${randomUUID()}`,
  leaseMs: LEASE_MS,
  now: () => performance.now(),
})

followThroughPort(port, (log, { checked }) => {
  const indexing = startOpenSearchIndexing({
    client,
    source,
    lease,
    origin,
    settings: search.index,
    estimateCompanies: () => estimateCompanies(db),
    pronunciation,
    clock: systemClock,
    log,
    checked,
  })
  return {
    refresh: () => indexing.refresh(),
    // OpenSearch repairs its files itself; lost documents are noticed and written again.
    repair: () => {},
    async close() {
      await indexing.close()
      await database.close()
    },
  }
})
