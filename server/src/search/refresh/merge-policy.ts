/** The input of the merge policy. Sizes are numbers of companies or changes. */
export type MergeState = {
  /** Companies of the base; null when there is none. */
  base: number | null
  /** Sizes of the other segments, newest first. */
  segments: readonly number[]
  /** Changes that are in no segment yet. */
  pending: number
  /** Pending changes that arrived since the last poll. */
  arriving: number
  /** A base build is running. */
  isBaseBuilding: boolean
  /**
   * Number of the newest segments with only changes after the start of the base build; they stay on top of the new
   * base.
   */
  newerThanBase: number
  /** The segments that a background job is merging. */
  merging: SegmentRange | null
  /** Milliseconds since the last change arrived. */
  quietMs: number
}

/** Positions of segments, `to` exclusive. */
export type SegmentRange = { from: number; to: number }

export type MergePlan = {
  /** Write the pending changes into a segment now, together with this many of the newest segments; null: not now. */
  flushWith: number | null
  /** Start building a base in the background. */
  startBase: boolean
  /** Start merging these segments in the background. */
  backgroundMerge: SegmentRange | null
}

/**
 * Upper bound of the smallest size class; each class is CLASS_GROWTH times the one before. A segment that outgrows its
 * class is merged with the next older one, so in the long run there is one segment per class.
 */
const SMALLEST_CLASS = 250
const CLASS_GROWTH = 16
/** Larger merges take too long and run in the background, so that no change waits for them. */
const MAX_FOREGROUND_MERGE = 16_000
/** Segments of this size class and above are merged in the background. */
const LARGE_CLASS = 2
/** Larger merges are not started: the ids of the merged companies are in memory. */
const MAX_BACKGROUND_MERGE = 500_000

/** More changes than this between two polls are a bulk import. */
const BULK_CHANGES = 5000
/**
 * Share of the base that, in small segments and pending changes, makes a new base worthwhile. More pending changes than
 * this are left to that base.
 */
const REBASE_SHARE = 0.2

/**
 * Time without changes after which small segments are merged into a new base: at least twenty times what building it
 * takes.
 */
const QUIET_MS = 600_000
const QUIET_MS_PER_COMPANY = 1

function sizeClassOf(size: number): number {
  let sizeClass = 0
  for (let limit = SMALLEST_CLASS; size > limit; limit *= CLASS_GROWTH) sizeClass += 1
  return sizeClass
}

/** How many of the newest segments to merge into one of `size`, so that older segments are of larger size classes. */
function countJoined(size: number, segments: readonly number[]): number {
  let total = size
  let joined = 0
  for (const segment of segments) {
    if (sizeClassOf(segment) > sizeClassOf(total) || total + segment > MAX_FOREGROUND_MERGE) break
    total += segment
    joined += 1
  }
  return joined
}

/** The large segments to merge next; null when there are fewer than two. */
function largeMerge(segments: readonly number[]): SegmentRange | null {
  const from = segments.findIndex((size) => sizeClassOf(size) >= LARGE_CLASS)
  if (from < 0) return null
  let total = 0
  let to = from
  for (const segment of segments.slice(from)) {
    if (to > from && (sizeClassOf(segment) > sizeClassOf(total) || total + segment > MAX_BACKGROUND_MERGE)) break
    total += segment
    to += 1
  }
  return to - from > 1 ? { from, to } : null
}

/**
 * Decides what to build next. Small changes go into small segments at once. A bulk import waits until it ends or
 * doubles the base; so each company is built a bounded number of times, and at least half of an import is searchable.
 */
export function planMerge(state: MergeState): MergePlan {
  const { base, segments, pending, arriving, isBaseBuilding, merging, quietMs } = state
  if (base === null) return { flushWith: null, startBase: !isBaseBuilding, backgroundMerge: null }
  const unmerged = segments.reduce((sum, size) => sum + size, pending)
  const isBulk = arriving > BULK_CHANGES
  const isRebaseDue = unmerged > base * (isBulk ? 1 : REBASE_SHARE)
  const isQuiet = segments.length > 0 && pending === 0 && quietMs >= Math.max(QUIET_MS, base * QUIET_MS_PER_COMPANY)
  const startBase = !isBaseBuilding && (isRebaseDue || isQuiet)
  const sinceBase = isBaseBuilding ? state.newerThanBase : segments.length
  const backgroundMerge = merging === null && !startBase ? largeMerge(segments.slice(0, sinceBase)) : null
  const isLeftToBase = (isBaseBuilding || startBase) && pending > base * REBASE_SHARE
  if (pending === 0 || isBulk || isLeftToBase) return { flushWith: null, startBase, backgroundMerge }
  const joinable = Math.min(sinceBase, (merging ?? backgroundMerge)?.from ?? segments.length)
  return { flushWith: countJoined(pending, segments.slice(0, joinable)), startBase, backgroundMerge }
}
