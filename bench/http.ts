import { searchQuerySchema } from '@baiqicha/contract/company-search'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { startConstantServer } from './lib/constant-server.ts'
import { openInProcessSearch, rateOf } from './lib/in-process-search.ts'
import { createLoads, FOR_ONE_CLIENT, failuresOf, type LoadRequest } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { drawCompanies, drawMixedSearches, drawRareSearches, pathOf, requestsFor } from './lib/requests.ts'
import { openCompanyStore } from './lib/stores.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:http [-- --data <folder> --starter --seed N]`: company pages and searches over HTTP, beside a plain
 * Fastify route that returns the same bytes and beside the same searches without HTTP; then 4 and 16 times the
 * connections of the peak rate; then pages during a flood of rare searches. The load comes from the same cores.
 */
const options = readOptions()
const CONNECTIONS = [10, 100]
const ROUNDS = 3
const SECONDS = 2
const OVERLOAD_SECONDS = 5
const FLOOD_CONNECTIONS = 200

const { dataDir, sample } = await openCompanyStore(options)
const companies = drawCompanies(sample, options.seed)
const searches = drawMixedSearches(sample, options.seed)
const report = createReport({
  name: 'http',
  isWhole: !options.starter,
  settings: { seed: options.seed, companies: companies.length, searches: searches.length },
})
const { rows, load, loadInTurns } = createLoads()
const visits = requestsFor('companyDetail', companies)

/** Searches per second by number of callers, before any server runs on the store. */
async function measureInProcess(): Promise<Map<number, number>> {
  const { search, close } = await openInProcessSearch(dataDir)
  const queries = searches.map((query) => searchQuerySchema.parse(query))
  const act = async (at: number) => {
    const query = queries[at % queries.length]
    if (query !== undefined) await search(query)
  }
  await rateOf(act, 10, SECONDS)
  const rates = new Map<number, number>()
  for (const callers of CONNECTIONS) {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await rateOf(act, callers, SECONDS))
    rates.set(callers, median(rounds))
    report.figure(`search in process, ${callers} callers`, median(rounds), '/s')
  }
  await close()
  return rates
}

type Peak = { connections: number; rate: number }

async function measureRates(server: TestServer, token: string, inProcess: ReadonlyMap<number, number>) {
  const page = await fetch(server.baseUrl + pathOf('companyDetail', companies[0]))
  const constant = await startConstantServer(await page.text())
  const kinds = [
    { what: 'constant bytes', port: constant.port, requests: visits },
    { what: 'company page', port: server.port, requests: requestsFor('companyDetail', companies, token) },
    { what: 'search', port: server.port, requests: requestsFor('companySearch', searches, token) },
  ]
  const peaks = new Map<string, Peak>()
  for (const connections of CONNECTIONS) {
    const loads = kinds.map((kind) => ({ ...kind, connections, seconds: SECONDS }))
    const of = await loadInTurns(loads, ROUNDS)
    for (const { what } of kinds) {
      const { rate } = of(what)
      if (rate > (peaks.get(what)?.rate ?? 0)) peaks.set(what, { connections, rate })
    }
    const at = `at ${connections} connections`
    const share = (100 * of('company page').rate) / of('constant bytes').rate
    report.atLeast(`company page / constant bytes, ${at}`, share, 30, '%')
    report.figure(`company page, ${at}`, of('company page').rate, '/s')
    const ofProcess = (100 * of('search').rate) / (inProcess.get(connections) ?? Number.NaN)
    report.atLeast(`search / the same in process, ${at}`, ofProcess, 70, '%')
    if (connections === 10) {
      report.atLeast(`search, ${at}`, of('search').rate, 2_000, '/s')
      report.atMost(`search p99, ${at}`, of('search').p99, 30, 'ms')
    }
  }
  await constant.stop()
  return peaks
}

async function measureOverload(what: string, port: number, requests: readonly LoadRequest[], peak: Peak) {
  for (const times of [4, 16]) {
    const title = `${what}, ${times} × peak connections`
    const connections = times * peak.connections
    const over = await load({ what: title, port, requests, connections, seconds: OVERLOAD_SECONDS })
    report.atLeast(`${title}: share of peak rate`, (100 * over.answeredPerSecond) / peak.rate, 80, '%')
    report.atMost(`${title}: p99 of the answered`, over.answered.p99, 600, 'ms')
    report.check(`${title}: answered or refused`, `${failuresOf(over)} failed`, failuresOf(over) === 0)
  }
}

async function measureFlood({ port }: TestServer, token: string) {
  const flood = requestsFor('companySearch', drawRareSearches(sample, options.seed), token)
  const [, page] = await Promise.all([
    load({ what: 'flood of rare searches', port, connections: FLOOD_CONNECTIONS, requests: flood, seconds: 6 }),
    load({ what: 'company page meanwhile', port, connections: 10, requests: visits, seconds: 5 }),
  ])
  report.atLeast('company page during the flood', page.answeredPerSecond, 1_000, '/s')
  report.atMost('company page during the flood, p99', page.answered.p99, 50, 'ms')
}

const inProcess = await measureInProcess()
const server = await TestServer.create({ DATA_DIR: dataDir, LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []) })
try {
  await server.start()
  const token = await createSession(server)
  const peaks = await measureRates(server, token, inProcess)
  const overloaded = {
    'company page': requestsFor('companyDetail', companies, token),
    search: requestsFor('companySearch', searches, token),
  }
  for (const [what, requests] of Object.entries(overloaded)) {
    const peak = peaks.get(what)
    if (peak !== undefined) await measureOverload(what, server.port, requests, peak)
  }
  await measureFlood(server, token)
} finally {
  await server.dispose()
}
report.table('Load', rows)
report.finish()
