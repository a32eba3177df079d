import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import type { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { failuresOf, type LoadRequest, runLoad } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { createReport, formatNumber, type Row } from './lib/report.ts'
import { drawCompanies, drawMixedSearches, requestsFor } from './lib/requests.ts'
import { createServer } from './lib/server.ts'
import { openStarterStore } from './lib/stores.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:processes [-- --seed N]`: company pages and searches of the starter set on one PostgreSQL, by one server
 * and by two that share the load, in turns. All share two cores, so each rate is also given per two cores without those
 * that the generator took: rate × 2 / (2 − cores of the generator). The generator is this process, whose CPU time is read.
 * Busy cores are those of the whole machine: a second server can add no more than the cores that one leaves idle.
 */
const { seed } = readOptions()
const CONNECTIONS = 16
const CORES = 2
const ROUNDS = 5
const SECONDS = 4

const { sample } = await openStarterStore()
const report = createReport({ name: 'processes', isWhole: true, settings: { seed, connections: CONNECTIONS } })
const rows: Row[] = [
  ['', 'answered/s', 'without the generator', 'p99 ms', 'cores of the generator', 'busy cores', 'failures'],
]

/** In the order of the columns. */
const roundKeys = ['rate', 'alone', 'p99', 'cores', 'busy', 'failures'] as const
type Round = Record<(typeof roundKeys)[number], number>

/** Milliseconds that the cores of the machine have idled, together. */
const idleTime = () => cpus().reduce((sum, { times }) => sum + times.idle, 0)

/** Both halves of the connections, to two servers or twice to the same: the sum of the rates, the worse latency. */
async function measureRound(ports: readonly [number, number], requests: readonly LoadRequest[]): Promise<Round> {
  const [since, idleSince, startedAt] = [process.cpuUsage(), idleTime(), performance.now()]
  const connections = CONNECTIONS / ports.length
  const results = await Promise.all(ports.map((port) => runLoad({ port, connections, requests, seconds: SECONDS })))
  const used = process.cpuUsage(since)
  const elapsed = performance.now() - startedAt
  const cores = (used.user + used.system) / 1_000 / elapsed
  const rate = results.reduce((sum, one) => sum + one.answeredPerSecond, 0)
  return {
    rate,
    alone: (rate * CORES) / (CORES - cores),
    p99: Math.max(...results.map(({ answered }) => answered.p99)),
    cores,
    busy: cpus().length - (idleTime() - idleSince) / elapsed,
    failures: results.reduce((sum, one) => sum + failuresOf(one), 0),
  }
}

/** Adds a row of the medians, and returns them by name. */
function summarise(what: string, rounds: readonly Round[]) {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]))
  rows.push([what, ...roundKeys.map((name) => formatNumber(of(name)))])
  return of
}

const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-processes-'))
const postgres = await startPostgres({ shared_buffers: '1GB', max_connections: '100' })
const servers: TestServer[] = []
async function startServer(dataDir: string): Promise<TestServer> {
  const server = await createServer({ DATABASE_URL: postgres.url, DATA_DIR: dataDir })
  servers.push(server)
  await server.start()
  return server
}
try {
  const folders = [path.join(folder, 'first'), path.join(folder, 'second')] as const
  mkdirSync(folders[0])
  const first = await startServer(folders[0])
  // The second begins with the key and the index of the first.
  cpSync(folders[0], folders[1], { recursive: true })
  const second = await startServer(folders[1])
  const token = await createSession(first)
  const pages = requestsFor('companyDetail', drawCompanies(sample, seed), token)
  const searches = requestsFor('companySearch', drawMixedSearches(sample, seed), token)
  const requests = searches.flatMap((search, at) => [search, pages[at % pages.length] ?? search])
  const [one, two]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await measureRound([first.port, first.port], requests))
    two.push(await measureRound([first.port, second.port], requests))
  }
  const [ofOne, ofTwo] = [summarise('one server', one), summarise('two servers', two)]
  report.figure('rate, two servers / one', ofTwo('rate') / ofOne('rate'), '×')
  report.atLeast('the same without the generator', ofTwo('alone') / ofOne('alone'), 1.3, '×')
  report.figure('most that idle cores allow: cores / busy cores of one server', cpus().length / ofOne('busy'), '×')
  report.atMost('p99, two servers / one', ofTwo('p99') / ofOne('p99'), 1, '×')
  const failures = ofOne('failures') + ofTwo('failures')
  report.check('answered', `${failures} failed`, failures === 0)
} finally {
  for (const server of servers) await server.dispose()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
report.table('Load', rows)
report.finish()
