import { CONTAINER_SIZE, type DocIdSet, docsOf, hasDoc } from '../segment/doc-id-set.ts'
import type { DocIterator } from '../segment/doc-iterator.ts'

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
