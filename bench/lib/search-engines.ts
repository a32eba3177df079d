import type { Pronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import { decodeSearchDocument } from '../../server/src/search/analysis/search-document-codec.ts'
import type { CompanyHit, CompanyHits, CompanyQuery } from '../../server/src/search/company-search.ts'
import { createSearcher } from '../../server/src/search/ranking/searcher.ts'
import { openSegment } from '../../server/src/search/segment/segment-reader.ts'
import { type SearchQuery, searchKinds } from './search-queries.ts'
import { timeCalls, timed } from './timing.ts'

/** Rows of one answer. */
export const TOP = 20

/** What is measured: it answers a query at once or with a promise. */
export type Engine = {
  name: string
  answer: (query: SearchQuery) => unknown
  /** Engines that have only names answer no other kinds of queries. */
  namesOnly?: boolean
  /** Slow engines get fewer queries. */
  queriesPerKind?: number
}

/** Engines over one store of the companies. `bytes`: of each index, by its name. */
export type OpenEngines = { engines: readonly Engine[]; bytes: Readonly<Record<string, number>>; close: () => unknown }

export type Queries = ReadonlyMap<string, readonly SearchQuery[]>

/** Milliseconds of every query of these kinds, in the order of the queries. */
export type TimesOf = (engine: Engine, kinds: readonly string[]) => readonly number[]

export const pageQuery = ({ keyword, filters }: SearchQuery): CompanyQuery => ({
  keyword,
  filters,
  sort: 'relevance',
  offset: 0,
  limit: TOP,
  exact: false,
})

const isFiltered = ({ filters }: SearchQuery) => Object.keys(filters).length > 0

type Search = { search: (query: CompanyQuery) => unknown; suggest: (keyword: string, limit: number) => unknown }

/** The first rows as in suggestions (with filters: a page), and the page with its total. */
export const enginesOver = (
  name: string,
  rows: Search,
  pages: Pick<Search, 'search'> = rows,
): Record<'first' | 'page', Engine> => ({
  first: {
    name: `${name}, first 20 rows`,
    answer: (query) => (isFiltered(query) ? rows.search(pageQuery(query)) : rows.suggest(query.keyword, TOP)),
  },
  page: { name: `${name}, page with total`, answer: (query) => pages.search(pageQuery(query)) },
})

/** Our index in this thread. Each engine opens the file for itself and does not profit from blocks that the other has read. */
export function openProduct(file: string, pronunciation: Pronunciation, now: number) {
  const open = () => {
    const segment = openSegment(file)
    const searcher = createSearcher([{ segment, deleted: new Set() }], pronunciation)
    const search = (query: CompanyQuery): CompanyHits => searcher.search(query, now)
    const suggest = (keyword: string): CompanyHit[] => searcher.suggest(keyword, TOP, now)
    return { segment, search, suggest }
  }
  const [rows, pages] = [open(), open()]
  const close = () => {
    rows.segment.close()
    pages.segment.close()
  }
  /** Name of a company by its place in rank order. */
  const name = (doc: number) => decodeSearchDocument(rows.segment.record(doc)).names[0]?.key ?? ''
  return { ...rows, ...enginesOver('ours', rows, pages), name, close }
}

export type Product = ReturnType<typeof openProduct>

const isAnswered = ({ namesOnly = false }: Engine, { terms }: SearchQuery) => !namesOnly || terms !== null

/** Runs every kind of query on every engine in turns, so that changes of the machine's speed affect all alike. */
export async function measureEngines(engines: readonly Engine[], queries: Queries, warmUps: Queries): Promise<TimesOf> {
  const timings = new Map(engines.map((engine): [Engine, Map<string, number[]>] => [engine, new Map()]))
  for (const round of [warmUps, queries]) {
    for (const kind of searchKinds) {
      for (const engine of engines) {
        const asked = (round.get(kind) ?? []).slice(0, engine.queriesPerKind).filter((one) => isAnswered(engine, one))
        const taken: number[] = []
        for (const query of asked) taken.push(await timed(() => engine.answer(query)))
        timings.get(engine)?.set(kind, taken)
      }
    }
  }
  return (engine, kinds) => kinds.flatMap((kind) => timings.get(engine)?.get(kind) ?? [])
}

/** Runs the queries of all kinds, alternating, by this many callers. Returns the milliseconds of each, and queries a second. */
export async function measureTogether(engine: Engine, queries: Queries, callers: number) {
  const lists = [...queries.values()]
  const longest = Math.max(...lists.map(({ length }) => length))
  const mixed = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  const asked = mixed.filter((one) => isAnswered(engine, one))
  let times: number[] = []
  const took = await timed(async () => {
    times = await timeCalls(
      callers,
      (at) => at < asked.length,
      (at) => asked[at] && engine.answer(asked[at]),
    )
  })
  return { times, perSecond: (times.length / took) * 1_000 }
}
