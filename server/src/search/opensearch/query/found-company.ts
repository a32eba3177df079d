import type { SearchDocument } from '../../analysis/search-document.ts'
import { decodeSearchDocument } from '../../analysis/search-document-codec.ts'
import type { CompanyQuery } from '../../company-search.ts'
import { type Match, type Tier, tiers } from '../../ranking/match.ts'
import type { OpenSearchHit } from './search-gateway.ts'
import { tierOfScore } from './tier-clauses.ts'

/** A company that OpenSearch has returned. */
export type FoundCompany = {
  record: SearchDocument
  longText: string
  /** 万元 CNY; NaN: not stated. */
  capital: number
  /** Static rank, smaller first. */
  rank: number
}

/** `match`: null: computed from the tier when the row is shown. */
export type FoundRow = { company: FoundCompany; tier: Tier; match: Match | null }

export const foundCompanyOf = ({ fields, sort }: OpenSearchHit): FoundCompany => ({
  record: decodeSearchDocument(fields.record[0] ?? ''),
  longText: fields.long_text?.[0] ?? '',
  capital: fields.capital?.[0] ?? Number.NaN,
  rank: Number(sort.at(-2)),
})

/** A list by relevance is sorted by the score, the others have it beside. A pinned company has no tier. */
export function foundRowOf(hit: OpenSearchHit, sort: CompanyQuery['sort']): FoundRow {
  const score = sort === 'relevance' ? Number(hit.sort[0]) : (hit._score ?? 0)
  return { company: foundCompanyOf(hit), tier: tierOfScore(score) ?? tiers.fuzzy, match: null }
}
