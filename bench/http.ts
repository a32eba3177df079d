import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SearchQuery, searchQuerySchema } from '@baiqicha/contract/company-search'
import { SEARCH_THREADS } from '../server/src/app/admission-rules.ts'
import type { FollowerThreadData } from '../server/src/app/index-follower.worker.ts'
import { systemClock } from '../server/src/domain/clock.ts'
import { createCompanyRepository } from '../server/src/features/company/company.repository.ts'
import { createCompanySearchService } from '../server/src/features/company/company-search.service.ts'
import { createIndexableRecordsRepository } from '../server/src/features/company/indexable-records.repository.ts'
import { openDatabase } from '../server/src/platform/database/open-database.ts'
import { createLogger } from '../server/src/platform/log/logger.ts'
import { loadReferenceData } from '../server/src/platform/reference-data.ts'
import { createCompanyRecords } from '../server/src/records/record-counts.ts'
import { openEmbeddedCompanySearch } from '../server/src/search/embedded-company-search.ts'
import { startFollowerThread } from '../server/src/search/refresh/index-follower-thread.ts'
import { startConstantServer } from './lib/constant-server.ts'
import { createLoads, failuresOf, type LoadRequest } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { drawCompanies, drawMixedSearches, drawRareSearches, requestsFor } from './lib/requests.ts'
import { withServer } from './lib/server.ts'
import { openCompanyStore } from './lib/stores.ts'
import { mediansInTurns, rateOf } from './lib/timing.ts'

const QUEUE = 256
const followerModule = new URL('../server/src/app/index-follower.worker.ts', import.meta.url)

/**
 * What the routes of searches and company pages call, without HTTP, over the database and index of a store, with the same
 * threads as in the server. No server may run on the store.
 */
async function openInProcess(dataDir: string) {
  const log = createLogger('error', (line) => process.stderr.write(line))
  const database = openDatabase({ dataDir })
  const data: FollowerThreadData = { directory: path.join(dataDir, 'index'), location: { dataDir }, demoData: true }
  const index = openEmbeddedCompanySearch({
    workers: SEARCH_THREADS,
    queueLimit: QUEUE,
    startFollower: startFollowerThread({ module: followerModule, data, log }),
    clock: systemClock,
    log,
  })
  const reference = loadReferenceData({ demo: true })
  const readers = { db: database.db, clock: systemClock, includeDemo: true }
  const companies = createCompanyRepository({ ...readers, reference, records: createCompanyRecords(readers) })
  const records = createIndexableRecordsRepository(readers.db, systemClock)
  const service = createCompanySearchService({ index, companies, records, isHiddenNumber: async () => false })
  while (!index.state().ready) await wait(50)
  return {
    search: (query: SearchQuery) => service.search(query),
    findDetail: (id: string) => companies.findDetail(id),
    close: async () => {
      await index.close()
      await database.close()
    },
  }
}

/**
 * `npm run bench:http [-- --data <folder> --starter --seed N]`: company pages and searches over HTTP, beside a plain
 * Fastify route that returns the same bytes and beside the same searches without HTTP; then 4 and 16 times the
 * connections of the peak rate, and 2,500; then pages during a flood of rare searches. The load comes from the same cores.
 */
const options = readOptions()
const CONNECTIONS = [10, 100]
const ROUNDS = 3
const SECONDS = 2
const OVERLOAD_SECONDS = 5
const FLOOD_CONNECTIONS = 200
const MANY_CONNECTIONS = 2_500

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

type InProcess = { searches: ReadonlyMap<number, number>; pages: number }

/** Searches per second by number of callers, and company pages as JSON per second, before any server runs on the store. */
async function measureInProcess(): Promise<InProcess> {
  const { search, findDetail, close } = await openInProcess(dataDir)
  const queries = searches.map((query) => searchQuerySchema.parse(query))
  const act = async (at: number) => {
    const query = queries[at % queries.length]
    if (query !== undefined) await search(query)
  }
  const readPage = async (at: number) => JSON.stringify(await findDetail(companies[at % companies.length]?.id ?? ''))
  const [pages = Number.NaN, ...rates] = await mediansInTurns(ROUNDS, [
    () => rateOf(10, SECONDS, readPage),
    ...CONNECTIONS.map((callers) => () => rateOf(callers, SECONDS, act)),
  ])
  await close()
  for (const [at, callers] of CONNECTIONS.entries()) {
    report.figure(`search in process, ${callers} callers`, rates[at] ?? Number.NaN, '/s')
  }
  return { pages, searches: new Map(CONNECTIONS.map((callers, at) => [callers, rates[at] ?? Number.NaN])) }
}

type Kind = { what: string; port: number; requests: readonly LoadRequest[] }
type Peak = { connections: number; rate: number }

/** Prints the rates beside those of constant bytes and in process. The highest rate of each kind, by `what`. */
async function measureRates(page: Kind, search: Kind, inProcess: InProcess) {
  const answer = await fetch(`http://127.0.0.1:${page.port}${visits[0]?.path}`)
  const constant = await startConstantServer(await answer.text())
  const bytes = { what: 'constant bytes', port: constant.port, requests: visits }
  const peaks = new Map<string, Peak>()
  for (const connections of CONNECTIONS) {
    const loads = [bytes, page, search].map((kind) => ({ ...kind, connections, seconds: SECONDS }))
    const of = await loadInTurns(loads, ROUNDS)
    for (const { what } of [page, search]) {
      const { rate } = of(what)
      if (rate > (peaks.get(what)?.rate ?? 0)) peaks.set(what, { connections, rate })
    }
    const at = `at ${connections} connections`
    const [ofBytes, ofPage, ofSearch] = [of(bytes.what), of(page.what), of(search.what)]
    report.atLeast(`company page / constant bytes, ${at}`, (100 * ofPage.rate) / ofBytes.rate, 30, '%')
    report.figure(`company page in process / constant bytes, ${at}`, (100 * inProcess.pages) / ofBytes.rate, '%')
    report.figure(`company page, ${at}`, ofPage.rate, '/s')
    const share = (100 * ofSearch.rate) / (inProcess.searches.get(connections) ?? Number.NaN)
    report.atLeast(`search / the same in process, ${at}`, share, 70, '%')
    if (connections === 10) {
      report.atLeast(`search, ${at}`, ofSearch.rate, 2_000, '/s')
      report.atMost(`search p99, ${at}`, ofSearch.p99, 30, 'ms')
    }
  }
  await constant.stop()
  return peaks
}

/** More connections than can be answered in time, all opened at once. */
async function measureOverload({ what, ...kind }: Kind, connections: number, title: string) {
  const over = await load({ ...kind, what: `${what}, ${title}`, connections, seconds: OVERLOAD_SECONDS })
  report.atMost(`${what}, ${title}: p99 of the answered`, over.answered.p99, 600, 'ms')
  report.check(`${what}, ${title}: answered or refused`, `${failuresOf(over)} failed`, failuresOf(over) === 0)
  return over
}

async function measureOverPeak(kind: Kind, peak: Peak | undefined) {
  if (peak === undefined) return
  for (const times of [4, 16]) {
    const title = `${times} × peak connections`
    const { answeredPerSecond } = await measureOverload(kind, times * peak.connections, title)
    report.atLeast(`${kind.what}, ${title}: share of peak rate`, (100 * answeredPerSecond) / peak.rate, 80, '%')
  }
}

async function measureFlood(port: number, token: string) {
  const flood = requestsFor('companySearch', drawRareSearches(sample, options.seed), token)
  const [, page] = await Promise.all([
    load({ what: 'flood of rare searches', port, connections: FLOOD_CONNECTIONS, requests: flood, seconds: 6 }),
    load({ what: 'company page meanwhile', port, connections: 10, requests: visits, seconds: 5 }),
  ])
  report.atLeast('company page during the flood', page.answeredPerSecond, 1_000, '/s')
  report.atMost('company page during the flood, p99', page.answered.p99, 50, 'ms')
}

const inProcess = await measureInProcess()
await withServer({ DATA_DIR: dataDir }, async ({ port }, token) => {
  const page = { what: 'company page', port, requests: requestsFor('companyDetail', companies, token) }
  const search = { what: 'search', port, requests: requestsFor('companySearch', searches, token) }
  const peaks = await measureRates(page, search, inProcess)
  for (const kind of [page, search]) await measureOverPeak(kind, peaks.get(kind.what))
  const title = `${MANY_CONNECTIONS} connections`
  const many = await measureOverload(page, MANY_CONNECTIONS, title)
  report.atLeast(`company page, ${title}: refused with Retry-After`, many.refusedPerSecond, 1, '/s')
  await measureFlood(port, token)
})
report.table('Load', rows)
report.finish()
