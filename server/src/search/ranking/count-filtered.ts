import { anyCompanyTerms, termGroupsOf, termsDecide } from '../analysis/filters.ts'
import type { CompanyFilters } from '../company-search.ts'
import { CONTAINER_SIZE, docsOf } from '../segment/doc-id-set.ts'
import { allOf, anyOf, type DocIterator } from '../segment/doc-iterator.ts'
import { docFilter, populationRange } from './doc-filter.ts'
import type { SearchableSegment } from './index-reader.ts'

type Limits = { now: number; isOver: () => boolean }

/**
 * Number of companies that pass the filters; null: `isOver` became true before. Builds no object per company, and adds up
 * whole containers where the terms decide.
 */
export function countFiltered(
  segments: readonly SearchableSegment[],
  filters: CompanyFilters,
  { now, isOver }: Limits,
): number | null {
  const groups = termGroupsOf(filters, now)
  const isDecided = termsDecide(filters)
  let total = 0
  for (const one of segments) {
    const { segment, deleted } = one
    const conditions = (groups.length === 0 ? [anyCompanyTerms] : groups).map((terms) =>
      anyOf(terms.map(segment.postings)),
    )
    const found = allOf(conditions)
    const passes = docFilter(one, filters, now)
    const [from, to] = populationRange(segment, filters.population)
    const small = found.materialize()
    if (small !== null) {
      for (const doc of small) if (passes(doc)) total += 1
      continue
    }
    for (let container = 0; container < segment.containers; container += 1) {
      if (isOver()) return null
      const base = container * CONTAINER_SIZE
      const isWhole = isDecided && deleted.size === 0 && from <= base && base + CONTAINER_SIZE <= to
      total += countInContainer(found, container, isWhole ? null : passes)
    }
  }
  return total
}

/** `passes`: null: every company of the container passes. */
function countInContainer(found: DocIterator, container: number, passes: ((doc: number) => boolean) | null): number {
  const set = found.inContainer(container)
  if (set === null || passes === null) return set?.count ?? 0
  const base = container * CONTAINER_SIZE
  let count = 0
  for (const doc of docsOf(set)) if (passes(base + doc)) count += 1
  return count
}
