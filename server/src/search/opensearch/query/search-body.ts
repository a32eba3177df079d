import type { IndexDocument } from '../index-document.ts'
import type { Clause } from './doc-query.ts'

/** Stored facts that a request returns with each company. */
export type Wanted = 'ids' | 'records' | 'texts' | 'everything'

type StoredField = Extract<keyof IndexDocument, 'record' | 'long_text'>

const storedFields: Record<Wanted, readonly StoredField[] | '_none_'> = {
  ids: '_none_',
  records: ['record'],
  texts: ['record', 'long_text'],
  everything: ['record', 'long_text'],
}

type SortClause = 'rank' | 'id' | { [field in 'founded_on' | 'capital']?: 'asc' | 'desc' }

/** The sort values of a company, behind which the next page begins. */
export type SortValues = readonly (number | string)[]

/** One body of `_msearch`. Two bodies of the same text have the same result. */
export type SearchBody = {
  query: Clause
  size: number
  _source?: false
  sort?: readonly SortClause[]
  stored_fields?: readonly StoredField[] | '_none_'
  docvalue_fields?: readonly string[]
  search_after?: SortValues
  track_total_hits: number | boolean
  aggs?: { regions: { terms: { field: 'regions'; size: number } } }
}

/** The order of the index, in which a search stops at its last hit. */
const byRank: readonly SortClause[] = ['rank', 'id']

/** Order of a page: by this value, then by rank. null: by rank alone. */
export type PageOrder = { field: 'founded_on' | 'capital'; direction: 'asc' | 'desc' } | null

export type PageRequest = { filter: readonly Clause[]; size: number; wanted: Wanted; order?: PageOrder }

export function pageBody({ filter, size, wanted, order = null }: PageRequest): SearchBody {
  return {
    query: { bool: { filter } },
    size,
    _source: false,
    sort: order === null ? byRank : [{ [order.field]: order.direction }, ...byRank],
    stored_fields: storedFields[wanted],
    ...(wanted === 'everything' && { docvalue_fields: ['founded_on', 'capital'] }),
    track_total_hits: false,
  }
}

/**
 * The page behind these sort values. By rank alone, a range of the first value skips what precedes it; otherwise each
 * page would be read from the start of the index.
 */
export function pageAfter(body: SearchBody, after: SortValues, size: number): SearchBody {
  const [first] = after
  const filter =
    after.length === byRank.length && typeof first === 'number' ? [{ range: { rank: { gte: first } } }] : []
  return { ...body, query: { bool: { filter: [body.query, ...filter] } }, size, search_after: after }
}

/** Counts companies exactly, or up to `limit`. */
export const countBody = (filter: readonly Clause[], limit: number | null): SearchBody => ({
  query: { bool: { filter } },
  size: 0,
  track_total_hits: limit ?? true,
})

/** Every word for a region, with room for all of them. */
export const regionsBody: SearchBody = {
  query: { bool: {} },
  size: 0,
  track_total_hits: false,
  aggs: { regions: { terms: { field: 'regions', size: 50_000 } } },
}
