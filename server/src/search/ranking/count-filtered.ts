import { anyCompanyTerms, termGroupsOf, termsDecide, valueFilter } from '../analysis/filters.ts'
import { FIRST_DEMO_RANK } from '../analysis/static-rank.ts'
import type { CompanyFilters, CompanyPopulation } from '../company-search.ts'
import { CONTAINER_SIZE, docsOf } from '../segment/doc-id-set.ts'
import { allOf, anyOf, type DocIterator } from '../segment/doc-iterator.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
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
    const { segment } = one
    const conditions = (groups.length === 0 ? [anyCompanyTerms] : groups).map((terms) =>
      anyOf(terms.map(segment.postings)),
    )
    const found = allOf(conditions)
    const passes = passing(one, filters, now)
    const [from, to] = populationRange(segment, filters.population)
    const small = found.materialize()
    if (small !== null) {
      for (const doc of small) if (passes(doc)) total += 1
      continue
    }
    for (let container = 0; container < segment.containers; container += 1) {
      if (isOver()) return null
      const base = container * CONTAINER_SIZE
      const isWhole = isDecided && one.deleted.size === 0 && from <= base && base + CONTAINER_SIZE <= to
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

/** Whether a company is in the index still, and passes the filters that its values decide. */
function passing({ segment, deleted }: SearchableSegment, filters: CompanyFilters, now: number) {
  const passes = valueFilter(filters, now)
  let current = 0
  const values = {
    foundedOn: () => segment.foundedOn(current),
    capital: () => segment.capital(current),
    rank: () => segment.rank(current),
  }
  return (doc: number): boolean => {
    current = doc
    return !deleted.has(doc) && (passes === null || passes(values))
  }
}

/** First company of a population, and the one behind its last: fictional companies rank behind all real ones. */
function populationRange(segment: SegmentReader, population: CompanyPopulation | undefined): [number, number] {
  const { companies } = segment.header
  const whole = segment.containers * CONTAINER_SIZE
  if (population === undefined) return [0, whole]
  let [low, high] = [0, companies]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (segment.rank(middle) >= FIRST_DEMO_RANK) high = middle
    else low = middle + 1
  }
  if (population === 'demo') return [low, whole]
  // Behind the last company of the segment there is none.
  return [0, low === companies ? whole : low]
}
