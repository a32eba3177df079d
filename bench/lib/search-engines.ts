import type { Pronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import { decodeSearchDocument } from '../../server/src/search/analysis/search-document-codec.ts'
import type { CompanyHit, CompanyHits, CompanyQuery } from '../../server/src/search/company-search.ts'
import { createSearcher } from '../../server/src/search/ranking/searcher.ts'
import { openSegment } from '../../server/src/search/segment/segment-reader.ts'
import type { PgTrgm } from './pg-trgm.ts'
import { type SearchQuery, searchKinds } from './search-queries.ts'
import type { Typesense } from './typesense.ts'

/** Rows of one answer. */
export const TOP = 20

/** What is measured: it answers a query at once or with a promise. */
export type Engine = {
  name: string
  answer: (query: SearchQuery) => unknown
  /** Engines that have only names answer no other kinds of queries. */
  namesOnly: boolean
  /** Slow engines get fewer queries. */
  queriesPerKind: number
}

export type Queries = ReadonlyMap<string, readonly SearchQuery[]>

/** Milliseconds of every query of a kind, by engine and in the order of the queries. */
export type Timings = ReadonlyMap<Engine, ReadonlyMap<string, readonly number[]>>

export const pageQuery = ({ keyword, filters }: SearchQuery): CompanyQuery => ({
  keyword,
  filters,
  sort: 'relevance',
  offset: 0,
  limit: TOP,
  exact: false,
})

const isFiltered = ({ filters }: SearchQuery) => Object.keys(filters).length > 0

/**
 * Our index in this thread: the first rows as in suggestions (with filters: a page), and the page with its total. Each
 * engine opens the file for itself and does not profit from blocks that the other has read.
 */
export function openProduct(file: string, pronunciation: Pronunciation, now: number) {
  const open = () => {
    const segment = openSegment(file)
    const searcher = createSearcher([{ segment, deleted: new Set() }], pronunciation)
    const search = (query: CompanyQuery): CompanyHits => searcher.search(query, now)
    const suggest = (keyword: string): CompanyHit[] => searcher.suggest(keyword, TOP, now)
    return { segment, search, suggest }
  }
  const [rows, pages] = [open(), open()]
  const general = { namesOnly: false, queriesPerKind: Number.POSITIVE_INFINITY }
  const first: Engine = {
    name: 'ours, first 20 rows',
    answer: (query) => (isFiltered(query) ? rows.search(pageQuery(query)) : rows.suggest(query.keyword)),
    ...general,
  }
  const page: Engine = { name: 'ours, page with total', answer: (query) => pages.search(pageQuery(query)), ...general }
  const close = () => {
    rows.segment.close()
    pages.segment.close()
  }
  /** Name of a company by its place in rank order. */
  const name = (doc: number) => decodeSearchDocument(rows.segment.record(doc)).names[0]?.key ?? ''
  return { ...rows, first, page, name, close }
}

export type Product = ReturnType<typeof openProduct>

export const trigramEngine = ({ find }: PgTrgm, queriesPerKind: number): Engine => ({
  name: 'pg_trgm',
  answer: ({ terms }) => find(terms ?? [], TOP),
  namesOnly: true,
  queriesPerKind,
})

export const typesenseEngine = ({ find }: Typesense): Engine => ({
  name: 'Typesense, page with total',
  answer: ({ terms }) => find(terms ?? [], TOP),
  namesOnly: true,
  queriesPerKind: Number.POSITIVE_INFINITY,
})

const queriesFor = ({ namesOnly, queriesPerKind }: Engine, queries: readonly SearchQuery[]) =>
  queries.slice(0, queriesPerKind).filter(({ terms }) => !namesOnly || terms !== null)

/** Runs every kind of query on every engine in turns, so that changes of the machine's speed affect all alike. */
export async function measureEngines(engines: readonly Engine[], queries: Queries, warmUps: Queries): Promise<Timings> {
  const timings = new Map(engines.map((engine): [Engine, Map<string, number[]>] => [engine, new Map()]))
  for (const round of [warmUps, queries]) {
    for (const kind of searchKinds) {
      for (const engine of engines) {
        const taken: number[] = []
        for (const query of queriesFor(engine, round.get(kind) ?? [])) taken.push(await timeOf(engine, query))
        timings.get(engine)?.set(kind, taken)
      }
    }
  }
  return timings
}

/** An answer that is no promise is not delayed by a turn of the event loop. */
async function timeOf(engine: Engine, query: SearchQuery): Promise<number> {
  const startedAt = performance.now()
  const answer = engine.answer(query)
  if (answer instanceof Promise) await answer
  return performance.now() - startedAt
}
