import { SEARCH_THREADS } from '../../server/src/app/admission-rules.ts'
import { type CompanyHits, SearchUnavailable } from '../../server/src/search/company-search.ts'
import { openQueryPool } from '../../server/src/search/pool/query-pool.ts'
import type { IndexStore } from './index-store.ts'
import type { OpenSearchEngines } from './opensearch-engine.ts'
import { formatNumber, type Report } from './report.ts'
import { type Engine, type Product, pageQuery, type Queries } from './search-engines.ts'
import { type SearchQuery, searchKinds } from './search-queries.ts'
import { percentile } from './timing.ts'

export const TYPOS = '错字'
export const withoutTypos = searchKinds.filter((kind) => kind !== TYPOS)

/** Clients at once in the second measurement. */
const CLIENTS = 8
/** Queries of each kind whose first rows are compared. */
const SAME_PER_KIND = 20
const FIRST_ROWS = 3
/** The virtual machines of Java and of our threads compile what has run thousands of times. */
const WARM_UP_QUERIES = 4000

type OpenSearchRun = {
  report: Report
  product: Product
  opensearch: OpenSearchEngines
  /** Further engines measured with many clients. */
  others: readonly Engine[]
  store: IndexStore
  now: number
  measured: {
    queries: Queries
    warmUps: Queries
    timesOf: (engine: Engine, kinds: readonly string[]) => readonly number[]
  }
  /** null: printed without a target. */
  targets: { p50: number; p99: number } | null
}

/** Runs the queries again and again until the engines are warm. A server that has just started may answer too late. */
export async function warmUp(engines: readonly Engine[], warmUps: Queries) {
  const count = [...warmUps.values()].reduce((sum, { length }) => sum + length, 0)
  const patient = engines.map((engine): Engine => ({ ...engine, answer: (query) => answerOrNone(engine, query) }))
  for (let done = 0; done < WARM_UP_QUERIES; done += engines.length * count) {
    for (const engine of patient) await measureTogether(engine, warmUps, CLIENTS)
  }
}

async function answerOrNone(engine: Engine, query: SearchQuery) {
  try {
    await engine.answer(query)
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error
  }
}

/** Prints the adapter beside our index, its times with many clients, and how often both have the same first rows. */
export async function reportOpenSearch(run: OpenSearchRun) {
  const { report, product, opensearch, measured, targets, store } = run
  const { queries, timesOf } = measured
  const { companies } = store.figures
  const ratio = (kinds: readonly string[], share: number) =>
    formatNumber(percentile(timesOf(opensearch.page, kinds), share) / percentile(timesOf(product.page, kinds), share))
  const ratios = (title: string, kinds: readonly string[]) => [title, ratio(kinds, 0.5), ratio(kinds, 0.99)]
  report.table('Page of OpenSearch / page of ours, in this run', [
    ['', 'p50', 'p99'],
    ...searchKinds.map((kind) => ratios(kind, [kind])),
    ratios(`all but ${TYPOS}`, withoutTypos),
  ])
  const title = `${CLIENTS} clients at once: p50 / p95 / p99 in milliseconds, queries a second`
  report.table(title, await rowsOfClients(run))
  const times = timesOf(opensearch.page, withoutTypos)
  report.atMost('OpenSearch, page, p50', percentile(times, 0.5), targets?.p50, 'ms')
  report.atMost('OpenSearch, page, p99', percentile(times, 0.99), targets?.p99, 'ms')
  report.figure(`OpenSearch, page, p99, ${TYPOS}`, percentile(timesOf(opensearch.page, [TYPOS]), 0.99), 'ms')
  report.figure('OpenSearch filled', companies / opensearch.figures.seconds, 'companies/s')
  const compared = [...queries.values()].flatMap((all) => all.slice(0, SAME_PER_KIND))
  const differing = await differingKeywords(product, opensearch, compared)
  report.figure(
    'the same first three rows as ours',
    ((compared.length - differing.length) / compared.length) * 100,
    '%',
  )
  if (differing.length > 0) console.log(`\nother first rows than ours: ${differing.join('、')}`)
}

async function rowsOfClients({ product, opensearch: { names, page }, others, store, measured, now }: OpenSearchRun) {
  const { queries, warmUps } = measured
  const pooled = await openPooledProduct(store, now)
  const rows: string[][] = []
  for (const engine of [product.page, pooled.page, ...others, names, page]) {
    // The threads start cold, unlike the server of OpenSearch.
    if (engine === pooled.page) await warmUp([engine], warmUps)
    // An engine of this thread answers one query at a time: more clients would only wait.
    const clients = engine === product.page ? 1 : CLIENTS
    const { milliseconds, perSecond } = await measureTogether(engine, queries, clients)
    const shares = [0.5, 0.95, 0.99].map((share) => formatNumber(percentile(milliseconds, share)))
    const name = clients === 1 ? `${engine.name}, one client` : engine.name
    rows.push([name, shares.join(' / '), formatNumber(perSecond)])
  }
  await pooled.close()
  return rows
}

/** Keywords for which OpenSearch returns other first rows than ours. */
async function differingKeywords(product: Product, { search }: OpenSearchEngines, compared: readonly SearchQuery[]) {
  const differing: string[] = []
  const firstOf = ({ hits }: CompanyHits) =>
    hits
      .slice(0, FIRST_ROWS)
      .map(({ companyId }) => companyId)
      .join()
  for (const query of compared) {
    const [ours, theirs] = [product.search(pageQuery(query)), await search.search(pageQuery(query))]
    if (firstOf(ours) !== firstOf(theirs)) differing.push(query.keyword)
  }
  return differing
}

/** Milliseconds of every query, and queries a second. */
type TogetherTimings = { milliseconds: number[]; perSecond: number }

/** Runs the queries of all kinds, alternating, by this many callers; each waits for its answer before the next query. */
async function measureTogether(engine: Engine, queries: Queries, callers: number): Promise<TogetherTimings> {
  const lists = [...queries.values()]
  const longest = Math.max(...lists.map(({ length }) => length))
  const mixed = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  const answered = mixed.filter(({ terms }) => !engine.namesOnly || terms !== null)
  const milliseconds: number[] = []
  let next = 0
  const call = async () => {
    for (let query = answered[next++]; query !== undefined; query = answered[next++]) {
      const startedAt = performance.now()
      await engine.answer(query)
      milliseconds.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: callers }, call))
  return { milliseconds, perSecond: (milliseconds.length / (performance.now() - startedAt)) * 1000 }
}

/** Our index in the threads of a server. */
async function openPooledProduct({ file, figures }: IndexStore, now: number) {
  const fail = (error: unknown) => {
    throw error
  }
  const pool = openQueryPool({ workers: SEARCH_THREADS, queueLimit: 256, onCorruption: fail, onWorkerReplaced: fail })
  await pool.use({
    version: 'bench',
    segments: [{ file, deletedDocs: [] }],
    companies: figures.companies,
    builtAt: 0,
  })
  const page: Engine = {
    name: 'ours in threads, page with total',
    answer: (query) => pool.run({ type: 'search', query: pageQuery(query), now }),
    namesOnly: false,
    queriesPerKind: Number.POSITIVE_INFINITY,
  }
  return { page, close: () => pool.close() }
}
