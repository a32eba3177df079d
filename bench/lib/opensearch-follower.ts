import { setTimeout as wait } from 'node:timers/promises'
import type { OpenSearchFollowerData } from '../../server/src/app/opensearch-follower.worker.ts'
import { scopeOf } from '../../server/src/features/company/company-source.repository.ts'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { readStoreIdentity } from '../../server/src/platform/database/store-identity.ts'
import { connectOpenSearch } from '../../server/src/search/opensearch/client.ts'
import { SEARCH_ALIAS } from '../../server/src/search/opensearch/index-mapping.ts'
import { readIndexState } from '../../server/src/search/opensearch/index-state.ts'
import { startFollowerThread } from '../../server/src/search/refresh/index-follower-thread.ts'
import type { Probe } from './changing-companies.ts'
import { giveUp } from './report.ts'

const module = new URL('../../server/src/app/opensearch-follower.worker.ts', import.meta.url)
const log = {
  info: () => {},
  warn: (event: string, fields?: object) => console.error(event, fields),
  error: (event: string, fields?: object) => console.error(event, fields),
}
const POLL_MS = 50
const READY_MS = 3_600_000
/** A probe that is not found for this long counts as missing. */
const PROBE_MS = 60_000

/** Runs the product's thread that fills and follows OpenSearch, with its own intervals. */
export async function startFollower({ searchUrl, databaseUrl }: { searchUrl: string; databaseUrl: string }) {
  const location = { databaseUrl, dataDir: '' }
  const database = openDatabase(location)
  const expected = { scope: scopeOf(true), store: await readStoreIdentity(database.db) }
  await database.close()
  const client = connectOpenSearch({ url: searchUrl, requestTimeout: 30_000 })
  const data: OpenSearchFollowerData = {
    search: { url: searchUrl, caFile: undefined, index: { shards: null, replicas: 0, refreshSeconds: 1 } },
    location,
    demoData: true,
    mayFollow: new Int32Array(new SharedArrayBuffer(4)).fill(1),
  }
  const thread = startFollowerThread({ module, data, log, closeWithinMs: 5_000 })
  const follower = thread({ use: () => Promise.resolve(), checked: () => {} })

  /** Whether a search finds the company with its new day of foundation. */
  const isFound = async ({ id, foundedOn }: Probe) => {
    const filter = [{ term: { _id: id } }, { term: { founded_on: Number(foundedOn.replaceAll('-', '')) } }]
    const { body } = await client.search({ index: SEARCH_ALIAS, body: { size: 0, query: { bool: { filter } } } })
    const { total } = body.hits
    return (typeof total === 'object' ? total.value : (total ?? 0)) > 0
  }

  return {
    async whenReady() {
      for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await wait(POLL_MS)) {
        if ((await readIndexState(client, expected)).status === 'ready') return
      }
      giveUp('The index of OpenSearch is not ready after an hour.')
    },
    /** Looks for each probe until it is found; lags are in seconds. */
    startProbes() {
      const running: Promise<number>[] = []
      const lagOf = async (probe: Probe) => {
        while (performance.now() - probe.committedAt < PROBE_MS) {
          if (await isFound(probe)) return (performance.now() - probe.committedAt) / 1000
          await wait(POLL_MS)
        }
        return Number.NaN
      }
      return {
        add: (probe: Probe) => void running.push(lagOf(probe)),
        async end() {
          const lags = await Promise.all(running)
          const found = lags.filter((lag) => !Number.isNaN(lag))
          return { found, missing: lags.length - found.length }
        },
      }
    },
    async close() {
      await follower.close()
      await client.close()
    },
  }
}
