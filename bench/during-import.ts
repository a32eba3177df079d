import { cpSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { withEmptyFolder } from './lib/cached-store.ts'
import { readOptions } from './lib/options.ts'
import { importRegisterFile } from './lib/register.ts'
import { createReport } from './lib/report.ts'
import { drawMixedSearches, requestsFor } from './lib/requests.ts'
import { sendSteadily } from './lib/steady-load.ts'
import { openCompanyStore } from './lib/stores.ts'

/**
 * `npm run bench:during-import [-- --data <folder> --seed N]`: searches over HTTP at an even rate, first alone, then
 * while another process imports the register as of a later year, which changes a million companies; how far the index
 * lags behind, and how long it takes to catch up.
 */
const options = readOptions()
const PER_SECOND = 50
const WARM_UP_MS = 5_000
const ALONE_MS = 30_000
const LATER = '2020'
const MAX_CATCH_UP_SECONDS = 600
const POLL_MS = 1_000
const GIBIBYTES = 6

/** Seconds that the index is behind the database. */
async function lagOf({ baseUrl }: TestServer): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^search_index_lag_seconds (\S+)$/m.exec(text)?.[1])
}

/** Polls the lag until `end`; resolves with the largest. */
async function largestLag(server: TestServer, end: Promise<unknown>): Promise<number> {
  let largest = 0
  const watch = { isOver: false }
  const stop = () => {
    watch.isOver = true
  }
  end.then(stop, stop)
  while (!watch.isOver) {
    largest = Math.max(largest, await lagOf(server))
    await wait(POLL_MS)
  }
  return largest
}

async function secondsToCatchUp(server: TestServer): Promise<number> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  while ((await lagOf(server)) > 0) {
    if (seconds() > MAX_CATCH_UP_SECONDS) return Number.POSITIVE_INFINITY
    await wait(POLL_MS)
  }
  return seconds()
}

const store = await openCompanyStore({ ...options, starter: false })
const report = createReport({
  name: 'during-import',
  isWhole: true,
  settings: { seed: options.seed, 'searches a second': PER_SECOND },
})

async function measure(dataDir: string) {
  cpSync(store.dataDir, dataDir, { recursive: true })
  const server = await TestServer.create({ DATA_DIR: dataDir, LIMITS_FILE: raisedLimitsFile() })
  try {
    await server.start()
    const token = await createSession(server)
    const requests = requestsFor('companySearch', drawMixedSearches(store.sample, options.seed), token)
    const search = (until: Promise<unknown>) =>
      sendSteadily({ port: server.port, requests, perSecond: PER_SECOND, until })
    await search(wait(WARM_UP_MS))
    const alone = await search(wait(ALONE_MS))
    const importing = importRegisterFile('core', dataDir, { data: options.data, asOf: LATER })
    const [busy, lag, { seconds }] = await Promise.all([search(importing), largestLag(server, importing), importing])
    report.figure('search p50 alone', alone.p50, 'ms')
    report.figure('search p99 alone', alone.p99, 'ms')
    report.figure('search p50 during the import', busy.p50, 'ms')
    report.figure('search p99 during the import', busy.p99, 'ms')
    report.atMost('search p99 during the import / alone', busy.p99 / alone.p99, 3, '×')
    const failed = alone.failed + busy.failed
    report.check('searches answered', `${failed} of ${alone.sent + busy.sent} failed`, failed === 0)
    report.figure('the import took', seconds, 's')
    report.figure('largest lag of the index', lag, 's')
    report.figure('from the end of the import until the index has caught up', await secondsToCatchUp(server), 's')
  } finally {
    await server.dispose()
  }
}

await withEmptyFolder('during-import', GIBIBYTES, measure)
report.finish()
