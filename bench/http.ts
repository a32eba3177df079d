import { parseArgs } from 'node:util'
import { searchQuerySchema } from '@baiqicha/contract/company-search'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { startConstantServer } from './lib/constant-server.ts'
import { highestLimitsFile } from './lib/highest-limits.ts'
import {
  detailRequests,
  drawCompanies,
  drawMixedSearches,
  drawRareSearches,
  searchRequests,
} from './lib/http-requests.ts'
import { openInProcessSearch, rateOf } from './lib/in-process-search.ts'
import { type LoadRequest, type LoadResult, runLoad } from './lib/load.ts'
import { openMillionSample, openMillionStore } from './lib/million-store.ts'
import { openStarterStore, readStarterSample } from './lib/starter-store.ts'
import { printMachine, printTable } from './lib/table.ts'
import { createTargets, written } from './lib/targets.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:http [-- --data <folder> --starter --seed N]`: company pages and searches over HTTP, beside a route
 * that answers constant bytes and beside the same searches without HTTP; then four and sixteen times as many
 * connections as do best; then pages while rare searches pour in. The load comes from the same cores. `--starter`
 * takes the companies that ship instead of a whole register. Exits with 1 when a target is not met.
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, starter: { type: 'boolean' }, seed: { type: 'string' } },
})
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)

const CONNECTIONS = [10, 100]
const ROUNDS = 3
const SECONDS = 2
const WARM_UP_SECONDS = 1
const FLOOD_CONNECTIONS = 200

const store = values.starter === true ? await openStarterStore() : await openMillionStore(values.data)
const sample = values.starter === true ? await readStarterSample(store) : await openMillionSample(store)
const companies = drawCompanies(sample, seed)
const searches = drawMixedSearches(sample, seed)

const lines = [['', 'connections', 'answered/s', 'p50 ms', 'p99 ms', 'refused/s', 'p99 ms', 'else']]
const targets = createTargets()

type Load = { what: string; port: number; connections: number; requests: readonly LoadRequest[]; seconds?: number }

/** Makes a load and notes a line about it. */
async function load({ what, seconds = SECONDS, ...rest }: Load): Promise<LoadResult> {
  const result = await runLoad({ warmUpSeconds: WARM_UP_SECONDS, seconds, ...rest })
  const { answered, refused, failures, unanswered } = result
  const others = Object.entries({ ...failures, ...(unanswered > 0 && { unanswered }) })
  lines.push([
    what,
    String(rest.connections),
    written(result.answeredPerSecond),
    written(answered.p50),
    written(answered.p99),
    written(result.refusedPerSecond),
    result.refusedPerSecond > 0 ? written(refused.p99) : '',
    others.map(([name, count]) => `${name}: ${count}`).join(', '),
  ])
  return result
}

const parsed = searches.map((search) => searchQuerySchema.parse(search))

/** Searches a second for each number of callers, before any server runs on the store. */
async function measureInProcess(): Promise<Map<number, number>> {
  const { search, close } = await openInProcessSearch(store)
  const ask = async (at: number) => {
    const query = parsed[at % parsed.length]
    if (query !== undefined) await search(query)
  }
  await rateOf(ask, 10, WARM_UP_SECONDS)
  const rates = new Map<number, number>()
  for (const connections of CONNECTIONS) {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await rateOf(ask, connections, SECONDS))
    rates.set(connections, median(rounds))
    lines.push(['search in process', String(connections), written(median(rounds)), '', '', '', '', ''])
  }
  await close()
  return rates
}

type Peak = { connections: number; perSecond: number }

async function measureRates(server: TestServer, token: string, inProcess: ReadonlyMap<number, number>) {
  const page = `${server.baseUrl}${detailRequests(companies)[0]?.path}`
  const constant = await startConstantServer(await (await fetch(page)).text())
  const kinds = [
    { what: 'constant bytes', port: constant.port, requests: detailRequests(companies) },
    { what: 'company page', port: server.port, requests: detailRequests(companies, token) },
    { what: 'company page, visitor', port: server.port, requests: detailRequests(companies) },
    { what: 'search', port: server.port, requests: searchRequests(searches, token) },
  ]
  const peaks = new Map<string, Peak>()
  for (const connections of CONNECTIONS) {
    const rounds = new Map(kinds.map(({ what }): [string, LoadResult[]] => [what, []]))
    // By turns, so that whatever else the machine does meets all of them alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of kinds) rounds.get(kind.what)?.push(await load({ ...kind, connections }))
    }
    const rate = (what: string) => median((rounds.get(what) ?? []).map((result) => result.answeredPerSecond))
    const p99 = (what: string) => median((rounds.get(what) ?? []).map((result) => result.answered.p99))
    for (const { what } of kinds) {
      if (rate(what) > (peaks.get(what)?.perSecond ?? 0)) peaks.set(what, { connections, perSecond: rate(what) })
    }
    const at = `at ${connections} connections`
    const share = (100 * rate('company page')) / rate('constant bytes')
    targets.atLeast(`company page beside constant bytes, ${at}`, share, 30, '%')
    const ofProcess = (100 * rate('search')) / (inProcess.get(connections) ?? Number.NaN)
    targets.atLeast(`search beside the same in process, ${at}`, ofProcess, 70, '%')
    if (connections === 10) {
      targets.atLeast(`search, ${at}`, rate('search'), 2_000, '/s')
      targets.atMost(`search p99, ${at}`, p99('search'), 30, 'ms')
    }
  }
  await constant.stop()
  return peaks
}

async function measureOverload(what: string, { connections, perSecond }: Peak, rest: Pick<Load, 'port' | 'requests'>) {
  for (const times of [4, 16]) {
    const over = await load({ what: `${what}, ${times} × peak`, connections: times * connections, seconds: 5, ...rest })
    const told = `${what}, ${times} × the connections of peak`
    targets.atLeast(`${told}: share of peak goodput`, (100 * over.answeredPerSecond) / perSecond, 80, '%')
    targets.atMost(`${told}: p99 of the answered`, over.answered.p99, 600, 'ms')
    const lost = over.unanswered + Object.values(over.failures).reduce((sum, count) => sum + count, 0)
    targets.holds(`${told}: answered or told to come again`, `${lost} were not`, lost === 0)
  }
}

async function measureFlood({ port }: TestServer, token: string) {
  const flood = searchRequests(drawRareSearches(sample, seed), token)
  const [, page] = await Promise.all([
    load({ what: 'flood of rare searches', port, connections: FLOOD_CONNECTIONS, requests: flood, seconds: 6 }),
    load({ what: 'company page meanwhile', port, connections: 10, requests: detailRequests(companies), seconds: 5 }),
  ])
  targets.atLeast('company page in a flood of rare searches', page.answeredPerSecond, 1_000, '/s')
  targets.atMost('company page in a flood of rare searches, p99', page.answered.p99, 50, 'ms')
}

printMachine()
console.log(`seed ${seed}, ${companies.length} companies, ${searches.length} searches`)
const inProcess = await measureInProcess()
const server = await TestServer.create({ DATA_DIR: store, LIMITS_FILE: highestLimitsFile() })
try {
  await server.start()
  const token = await createSession(server)
  const peaks = await measureRates(server, token, inProcess)
  const overloaded = {
    'company page': detailRequests(companies, token),
    search: searchRequests(searches, token),
  }
  for (const [what, requests] of Object.entries(overloaded)) {
    const peak = peaks.get(what)
    if (peak !== undefined) await measureOverload(what, peak, { port: server.port, requests })
  }
  await measureFlood(server, token)
} finally {
  await server.dispose()
}
printTable(lines)
targets.print()
