import { termsDecide, valueFilter } from '../analysis/filters.ts'
import { FIRST_DEMO_RANK } from '../analysis/static-rank.ts'
import type { CompanyFilters, CompanyPopulation } from '../company-search.ts'
import { CONTAINER_SIZE, type DocIdSet, docsOf, hasDoc } from '../segment/doc-id-set.ts'
import type { DocIterator } from '../segment/doc-iterator.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'

/** A count may stop once it exceeds `most`; it fails once `isOver`. */
export type CountLimits = { most: number; isOver: () => boolean }

/** `passesWhole`: whether every company of a container passes. */
export type DocCondition = { passes: (doc: number) => boolean; passesWhole: (container: number) => boolean }

/** `sets`: the companies before the filter, by container, as far as they were read. */
type DocCount = { total: number; sets: readonly (DocIdSet | null)[] }

/**
 * Number of companies of a set that pass, or a number above `most`; null: `isOver` became true before. Builds no object
 * per company, and adds up whole containers where all pass.
 */
export function countDocs(
  docs: DocIterator,
  containers: number,
  { passes, passesWhole }: DocCondition,
  { most, isOver }: CountLimits,
): DocCount | null {
  const sets: (DocIdSet | null)[] = []
  let total = 0
  for (let container = 0; container < containers && total <= most; container += 1) {
    if (isOver()) return null
    const set = docs.inContainer(container)
    sets.push(set)
    if (set === null) continue
    if (passesWhole(container)) {
      total += set.count
      continue
    }
    for (const doc of docsOf(set)) {
      if (passes(container * CONTAINER_SIZE + doc)) total += 1
      if (total > most) break
    }
  }
  return { total, sets }
}

/** Whether a company is in these sets. */
export function isInSets(sets: DocCount['sets'], doc: number): boolean {
  const set = sets[Math.floor(doc / CONTAINER_SIZE)] ?? null
  return set !== null && hasDoc(set, doc % CONTAINER_SIZE)
}

type Searched = { segment: SegmentReader; deleted: Pick<ReadonlySet<number>, 'has' | 'size'> }

/** Whether a company is in the index still, and passes the filters that its stored values or its place decide. */
export function docFilter(
  { segment, deleted }: Searched,
  { population, ...filters }: CompanyFilters,
  now: number,
): (doc: number) => boolean {
  const passes = valueFilter(filters, now)
  const [from, to] = populationRange(segment, population)
  let current = 0
  const values = {
    foundedOn: () => segment.foundedOn(current),
    capital: () => segment.capital(current),
    rank: () => segment.rank(current),
  }
  return (doc) => {
    if (doc < from || doc >= to || deleted.has(doc)) return false
    current = doc
    return passes === null || passes(values)
  }
}

/** Number of companies of a segment before its first fictional one. */
const realCompanies = new WeakMap<SegmentReader, number>()

function countRealCompanies(segment: SegmentReader): number {
  let [low, high] = [0, segment.header.companies]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (segment.rank(middle) >= FIRST_DEMO_RANK) high = middle
    else low = middle + 1
  }
  return low
}

/** First company of a population, and the one behind its last: fictional companies rank behind all real ones. */
function populationRange(segment: SegmentReader, population: CompanyPopulation | undefined): [number, number] {
  // Behind the last company of the segment there is none.
  const whole = segment.containers * CONTAINER_SIZE
  if (population === undefined) return [0, whole]
  const real = realCompanies.get(segment) ?? countRealCompanies(segment)
  realCompanies.set(segment, real)
  if (population === 'demo') return [real, whole]
  return [0, real === segment.header.companies ? whole : real]
}

/** Whether every company of a container passes `docFilter` that the terms of the filters leave. */
export function containerFilter(
  { segment, deleted }: Searched,
  filters: CompanyFilters,
): (container: number) => boolean {
  const [from, to] = populationRange(segment, filters.population)
  const isDecided = termsDecide(filters) && deleted.size === 0
  return (container) => isDecided && from <= container * CONTAINER_SIZE && (container + 1) * CONTAINER_SIZE <= to
}
