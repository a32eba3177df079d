import { TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import type { CompanyQuery } from '../../company-search.ts'
import { allClauses, type SearchClause } from './tier-clauses.ts'

export type BodyRequest = {
  /** What the keyword matches (tier-clauses.ts); null: there is no keyword, every company matches. */
  keyword: SearchClause | null
  filters: readonly SearchClause[]
  sort: CompanyQuery['sort']
  offset: number
  limit: number
  /** Matches that are counted: all, one more than the total that is exact, or none. */
  counted: 'all' | 'limited' | 'none'
}

/** The order of the index. */
const byRank = ['rank', 'id'] as const

/** What precedes the rank. Without a keyword there is no score. */
const firstOrder = {
  relevance: { _score: 'desc' },
  foundedNewest: { founded_on: 'desc' },
  foundedOldest: { founded_on: 'asc' },
  capitalHighest: { capital: 'desc' },
  capitalLowest: { capital: 'asc' },
} as const satisfies Record<CompanyQuery['sort'], object>

/** Records of the companies on one page. The tier of each is its score. */
export function pageBody({ keyword, filters, sort, offset, limit, counted }: BodyRequest) {
  const query = keyword === null ? allClauses(filters) : { bool: { must: [keyword], filter: filters } }
  return {
    query,
    from: offset,
    size: limit,
    _source: false,
    stored_fields: ['record', 'long_text'],
    docvalue_fields: ['capital'],
    sort: sort === 'relevance' && keyword === null ? byRank : [firstOrder[sort], ...byRank],
    // Scores of a list that is not sorted by them.
    ...(keyword !== null && sort !== 'relevance' && limit > 0 && { track_scores: true }),
    track_total_hits: counted === 'limited' ? TOTAL_LIMIT + 1 : counted === 'all',
  }
}

/** Companies of each group among those that match. Groups replace filters of the query, so each has all filters itself. */
export const countBody = (keyword: SearchClause | null, groups: readonly (readonly SearchClause[])[]) => ({
  query: allClauses(keyword === null ? [] : [keyword]),
  size: 0,
  track_total_hits: false,
  aggs: Object.fromEntries(groups.map((filters, at) => [`group${at}`, { filter: allClauses(filters) }])),
})
