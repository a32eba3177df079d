import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { FOR_ONE_CLIENT, failuresOf, type LoadRequest, type LoadResult, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { importRegisterFile } from './lib/register.ts'
import { createReport, formatNumber, type Row } from './lib/report.ts'
import { drawCompanies, drawMixedSearches, requestsFor } from './lib/requests.ts'
import type { Sample } from './lib/sample.ts'
import { openCompanyStore, openStarterStore } from './lib/stores.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:processes [-- --data <folder> --starter --seed N]`: company pages and searches on one PostgreSQL, by one
 * API process and by two that share the load, in turns. Load generator, PostgreSQL and processes share the cores.
 */
const options = readOptions()
const CONNECTIONS = [16, 64]
const ROUNDS = 5
const SECONDS = 3

const { sample } = await (options.starter ? openStarterStore() : openCompanyStore(options))
const report = createReport({ name: 'processes', isWhole: !options.starter, settings: { seed: options.seed } })
const rows: Row[] = [['', 'connections', 'answered/s', 'p50 ms', 'p99 ms', 'refused/s', 'failures']]

/** Company pages and searches in turns. */
function mixedRequests(drawn: Sample, token: string): LoadRequest[] {
  const pages = requestsFor('companyDetail', drawCompanies(drawn, options.seed), token)
  const searches = requestsFor('companySearch', drawMixedSearches(drawn, options.seed), token)
  return searches.flatMap((search, at) => [search, pages[at % pages.length] ?? search])
}

type Shared = { rate: number; p50: number; p99: number; refused: number; failures: number }

/** Of two halves of a load: the sum of the rates, and the worse of the latencies. */
const together = (results: readonly LoadResult[]): Shared => ({
  rate: results.reduce((sum, one) => sum + one.answeredPerSecond, 0),
  p50: Math.max(...results.map(({ answered }) => answered.p50)),
  p99: Math.max(...results.map(({ answered }) => answered.p99)),
  refused: results.reduce((sum, one) => sum + one.refusedPerSecond, 0),
  failures: results.reduce((sum, one) => sum + failuresOf(one), 0),
})

type Pair = readonly [TestServer, TestServer]

/** Each server gets half of the connections, from a generator of its own: also one server that gets both halves. */
async function share(servers: Pair, connections: number, requests: readonly LoadRequest[]) {
  const plan = { connections: connections / servers.length, requests, seconds: SECONDS }
  return together(await Promise.all(servers.map(({ port }) => runLoad({ ...plan, port }))))
}

function summarise(what: string, connections: number, rounds: readonly Shared[]): Shared {
  const of = (name: keyof Shared) => median(rounds.map((round) => round[name]))
  const summary = { rate: of('rate'), p50: of('p50'), p99: of('p99'), refused: of('refused'), failures: of('failures') }
  const { rate, p50, p99, refused, failures } = summary
  rows.push([what, ...[connections, rate, p50, p99, refused, failures].map(formatNumber)])
  return summary
}

async function measure([first, second]: Pair, requests: readonly LoadRequest[]) {
  for (const connections of CONNECTIONS) {
    const [one, two]: [Shared[], Shared[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(await share([first, first], connections, requests))
      two.push(await share([first, second], connections, requests))
    }
    const [ofOne, ofTwo] = [summarise('one process', connections, one), summarise('two processes', connections, two)]
    const at = `at ${connections} connections`
    report.atLeast(`requests/s, two processes / one, ${at}`, ofTwo.rate / ofOne.rate, 1, '')
    report.atMost(`p99, two processes / one, ${at}`, ofTwo.p99 / ofOne.p99, 1, '')
    report.check(`answered or refused, ${at}`, `${ofTwo.failures} failed`, ofOne.failures + ofTwo.failures === 0)
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-processes-'))
const postgres = await startPostgres({ shared_buffers: '1GB', max_connections: '100' })
const servers: TestServer[] = []
/** The second server begins with the key and the index of the first. */
async function startServer(name: string): Promise<TestServer> {
  const dataDir = path.join(folder, name)
  if (existsSync(path.join(folder, 'first')) && name !== 'first') {
    cpSync(path.join(folder, 'first'), dataDir, { recursive: true })
  }
  const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []) }
  const server = await TestServer.create(env)
  servers.push(server)
  await server.start(500)
  return server
}
try {
  mkdirSync(path.join(folder, 'first'))
  if (!options.starter) {
    const location = { dataDir: path.join(folder, 'first'), databaseUrl: postgres.url }
    await importRegisterFile('core', location, { data: options.data })
  }
  const [first, second] = [await startServer('first'), await startServer('second')]
  await measure([first, second], mixedRequests(sample, await createSession(first)))
} finally {
  for (const server of servers) await server.dispose()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
report.table('Load', rows)
report.finish()
