import { availableParallelism } from 'node:os'
import type { Pronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import { decodeRecord } from '../../server/src/search/analysis/record-codec.ts'
import type { CompanyHit, CompanyHits, CompanyQuery } from '../../server/src/search/company-search.ts'
import { openQueryPool } from '../../server/src/search/pool/query-pool.ts'
import { createSearcher } from '../../server/src/search/ranking/searcher.ts'
import { openSegment } from '../../server/src/search/segment/segment-reader.ts'
import { giveUp } from './bench-store.ts'
import { buildLimitIndex, type LimitIndex } from './limit-index.ts'
import type { PostgresSearch } from './postgres-search.ts'
import { type Engine, LIMIT, OURS } from './search-measure.ts'
import type { SearchQuery } from './search-queries.ts'

export const TOP = 20

const everyQuery = { canAnswer: () => true, queriesPerKind: Number.POSITIVE_INFINITY }
const namesOnly = { canAnswer: ({ terms }: SearchQuery) => terms !== null, queriesPerKind: Number.POSITIVE_INFINITY }

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
 * Our index, asked in this thread. Where filters are given there are no suggestions: then the page with its total counts.
 * Each way of asking has opened the file for itself, so that none finds what the other has just read.
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
  const first: Engine = {
    name: OURS,
    ask: (query) => (isFiltered(query) ? rows.search(pageQuery(query)) : rows.suggest(query.keyword)),
    ...everyQuery,
  }
  const page: Engine = { name: 'ours, with total', ask: (query) => pages.search(pageQuery(query)), ...everyQuery }
  const close = () => {
    rows.segment.close()
    pages.segment.close()
  }
  return { ...rows, first, page, close }
}

export type Product = ReturnType<typeof openProduct>

/** Our index, asked by messages to threads, as the server asks it. */
export async function openThreads({ segment: { file, header } }: Product, now: number) {
  const pool = openQueryPool({
    workers: Math.max(1, Math.min(4, availableParallelism() - 1)),
    queueLimit: 64,
    onCorruption: ({ message }) => giveUp(`${file} is damaged: ${message}`),
    onWorkerReplaced: (error) => console.error(error),
  })
  await pool.use({ version: file, segments: [{ file, deletedDocs: [] }], companies: header.companies, builtAt: now })
  const engine: Engine = {
    name: 'ours, by threads',
    ask: (query) =>
      pool.run(
        isFiltered(query)
          ? { type: 'search', query: pageQuery(query), now }
          : { type: 'suggest', keyword: query.keyword, limit: TOP, now },
      ),
    ...everyQuery,
  }
  return { engine, close: () => pool.close() }
}

/** The names of our index, in its rank order. */
export const limitOf = ({ segment }: Product): LimitIndex =>
  buildLimitIndex(segment.header.companies, (doc) => decodeRecord(segment.record(doc)).names[0]?.key ?? '')

export const limitEngine = (limit: LimitIndex): Engine => ({
  name: LIMIT,
  // An answer is names, not numbers.
  ask: ({ terms }) => limit.search(terms ?? [], TOP).map(limit.name),
  ...namesOnly,
})

export const postgresEngine = (
  name: string,
  { find }: PostgresSearch,
  queriesPerKind = Number.POSITIVE_INFINITY,
): Engine => ({
  name,
  ask: ({ terms }) => find(terms ?? [], TOP),
  ...namesOnly,
  queriesPerKind,
})
