import { SEARCH_THREADS } from '../../server/src/app/admission-rules.ts'
import { type CompanyHits, SearchUnavailable } from '../../server/src/search/company-search.ts'
import { openQueryPool } from '../../server/src/search/pool/query-pool.ts'
import type { IndexStore } from './index-store.ts'
import type { OpenSearchEngines } from './opensearch-engines.ts'
import { formatNumber, type Report } from './report.ts'
import { type Engine, measureTogether, type Product, pageQuery, type Queries, type TimesOf } from './search-engines.ts'
import { searchKinds } from './search-queries.ts'
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
  queries: Queries
  warmUps: Queries
  timesOf: TimesOf
  /** null: printed without a target. */
  targets: { p50: number; p99: number } | null
}

/** p50 / p95 / p99. */
export const sharesOf = (times: readonly number[]) =>
  times.length === 0 ? '–' : [0.5, 0.95, 0.99].map((share) => formatNumber(percentile(times, share))).join(' / ')

/** Runs the queries again and again until the engines are warm. A server that has just started may answer too late. */
export async function warmUp(engines: readonly Engine[], warmUps: Queries) {
  const count = [...warmUps.values()].reduce((sum, { length }) => sum + length, 0)
  const patient = engines.map(
    (engine): Engine => ({
      ...engine,
      answer: (query) =>
        Promise.resolve(engine.answer(query)).catch((error: unknown) => {
          if (!(error instanceof SearchUnavailable)) throw error
        }),
    }),
  )
  for (let done = 0; done < WARM_UP_QUERIES; done += engines.length * count) {
    for (const engine of patient) await measureTogether(engine, warmUps, CLIENTS)
  }
}

/** Prints the adapter beside our index, its times with many clients, and how often both have the same first rows. */
export async function reportOpenSearch(run: OpenSearchRun) {
  const { report, product, opensearch, queries, timesOf, targets, store } = run
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
  report.figure('OpenSearch filled', store.figures.companies / opensearch.seconds, 'companies/s')
  const firstOf = ({ hits }: CompanyHits) =>
    hits
      .slice(0, FIRST_ROWS)
      .map(({ companyId }) => companyId)
      .join()
  const compared = [...queries.values()].flatMap((all) => all.slice(0, SAME_PER_KIND))
  const differing: string[] = []
  for (const query of compared) {
    const [ours, theirs] = [product.search(pageQuery(query)), await opensearch.search.search(pageQuery(query))]
    if (firstOf(ours) !== firstOf(theirs)) differing.push(query.keyword)
  }
  report.figure('the same first three rows as ours', 100 - (100 * differing.length) / compared.length, '%')
  if (differing.length > 0) console.log(`\nother first rows than ours: ${differing.join('、')}`)
}

async function rowsOfClients({
  product,
  opensearch: { names, page },
  others,
  queries,
  warmUps,
  ...run
}: OpenSearchRun) {
  const pooled = await openPooledProduct(run.store, run.now)
  const rows: string[][] = []
  for (const engine of [product.page, pooled.page, ...others, names, page]) {
    // The threads start cold, unlike the server of OpenSearch.
    if (engine === pooled.page) await warmUp([engine], warmUps)
    // An engine of this thread answers one query at a time: more clients would only wait.
    const clients = engine === product.page ? 1 : CLIENTS
    const { times, perSecond } = await measureTogether(engine, queries, clients)
    rows.push([engine.name + (clients === 1 ? ', one client' : ''), sharesOf(times), formatNumber(perSecond)])
  }
  await pooled.close()
  return rows
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
  })
  const page: Engine = {
    name: 'ours in threads, page with total',
    answer: (query) => pool.run({ type: 'search', query: pageQuery(query), now }),
  }
  return { page, close: () => pool.close() }
}
