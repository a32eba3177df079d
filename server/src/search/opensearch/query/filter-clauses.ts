import { statedTermGroupsOf, type ValueRange, valueRangesOf } from '../../analysis/filters.ts'
import type { CompanyFilters } from '../../company-search.ts'
import type { IndexDocument } from '../index-document.ts'
import { type SearchClause, terms } from './tier-clauses.ts'

const fields = {
  foundedOn: 'founded_on',
  capital: 'capital',
  rank: 'rank',
} as const satisfies Record<ValueRange['value'], keyof IndexDocument>

/** The conditions that a company must meet. */
export const filterClauses = (filters: CompanyFilters, now: number): SearchClause[] => [
  ...statedTermGroupsOf(filters).map((group) => terms('terms', group)),
  ...valueRangesOf(filters, now).map(rangeClause),
]

function rangeClause({ value, least, most, excludesLeast, excludesMost }: ValueRange): SearchClause {
  const field = fields[value]
  const bounds: Record<string, number> = {}
  if (Number.isFinite(least)) bounds[excludesLeast ? 'gt' : 'gte'] = least
  if (Number.isFinite(most)) bounds[excludesMost ? 'lt' : 'lte'] = most
  return Object.keys(bounds).length === 0 ? { exists: { field } } : { range: { [field]: bounds } }
}
