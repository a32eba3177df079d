/** What there is to do and what is there to do it with. Everything is counted in companies or changes. */
export type MergeState = {
  /** Companies of the base; null while there is none. */
  base: number | null
  /** Companies each further segment was made for, newest segment first. */
  segments: readonly number[]
  /** Changes that stand in no segment yet. */
  pending: number
  /** How many of them have come since the look before. */
  arriving: number
  /** Whether a base is being built aside. */
  isBaseBuilding: boolean
  /** How many of the newest segments hold only what came since it was begun: they stay on top of it. */
  newerThanBase: number
  /** Places of the segments that are being flushed aside. */
  merging: SegmentRange | null
  /** Milliseconds since the last change came. */
  quietMs: number
}

/** Places among the segments, `to` excluded. */
export type SegmentRange = { from: number; to: number }

export type MergePlan = {
  /** Make a segment of the pending changes together with so many of the newest segments, at once; null: not now. */
  flushWith: number | null
  /** Build a base of all records aside, while small changes go on. */
  startBase: boolean
  /** Build one segment instead of these aside. */
  backgroundMerge: SegmentRange | null
}

/** A segment that outgrows its sizeClass joins the next older one: in the long run one segment per sizeClass. */
const SMALLEST_CLASS = 250
const CLASS_GROWTH = 16
/** More than this take too long to build: they are flushed aside, so that no change waits for them. */
const MAX_FOREGROUND_MERGE = 16_000
/** Segments of this sizeClass and above are flushed aside. */
const LARGE_CLASS = 2
/** More than this stay several segments: the ids of what is flushed stand in memory. */
const MAX_BACKGROUND_MERGE = 500_000

/** More changes than this between two looks are a flood: an import of many companies. */
const BULK_CHANGES = 5000
/** The share of the base that is worth a new base: in segments, or pending at once, and then no segment is made of it. */
const REBASE_SHARE = 0.2

/** How long nothing must have changed before segments are made one base again: twenty times what that takes, or more. */
const QUIET_MS = 600_000
const QUIET_MS_PER_COMPANY = 1

function sizeClassOf(size: number): number {
  let sizeClass = 0
  for (let limit = SMALLEST_CLASS; size > limit; limit *= CLASS_GROWTH) sizeClass += 1
  return sizeClass
}

/** How many of the newest segments go into a new one of `size`, so that older segments are of larger tiers. */
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

/** The large segments that should be one. */
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
 * Which segments to make of what. Small changes go into small segments at once. A flood waits until it would double the
 * base, or ends: so however many companies come at once, each is built a few times, and half of them can be found.
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
