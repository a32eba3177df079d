import { anyCompanyTerms, termGroupsOf } from '../analysis/filters.ts'
import type { CompanyFilters } from '../company-search.ts'
import { allOf, anyOf } from '../segment/doc-iterator.ts'
import { type CountLimits, countDocs } from './count-docs.ts'
import { containerFilter, docFilter } from './doc-filter.ts'
import type { SearchableSegment } from './index-reader.ts'

/** Number of companies that pass the filters, or a number above `most`; null: `isOver` became true before. */
export function countFiltered(
  segments: readonly SearchableSegment[],
  filters: CompanyFilters,
  { now, ...limits }: CountLimits & { now: number },
): number | null {
  const groups = termGroupsOf(filters, now)
  let total = 0
  for (const one of segments) {
    const conditions = (groups.length === 0 ? [anyCompanyTerms] : groups).map((terms) =>
      anyOf(terms.map(one.segment.postings)),
    )
    const filter = { passes: docFilter(one, filters, now), passesWhole: containerFilter(one, filters) }
    const rest = { ...limits, most: limits.most - total }
    const counted = countDocs(allOf(conditions), one.segment.containers, filter, rest)
    if (counted === null) return null
    total += counted.total
    if (total > limits.most) break
  }
  return total
}
