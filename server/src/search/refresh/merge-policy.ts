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
  isBuilding: boolean
  /** How many of the newest segments hold only what came since it was begun: they stay on top of it. */
  sinceBase: number
  /** Places of the segments that are being merged aside. */
  merging: SegmentRun | null
  /** Milliseconds since the last change came. */
  quietFor: number
}

/** Places among the segments, `to` excluded. */
export type SegmentRun = { from: number; to: number }

export type SegmentPlan = {
  /** Make a segment of the pending changes together with so many of the newest segments, at once; null: not now. */
  merged: number | null
  /** Build a base of all records aside, while small changes go on. */
  startsBase: boolean
  /** Build one segment instead of these aside. */
  merges: SegmentRun | null
}

/** A segment that outgrows its tier joins the next older one: in the long run one segment per tier. */
const SMALLEST_TIER = 250
const TIER_GROWTH = 16
/** More than this take too long to build: they are merged aside, so that no change waits for them. */
const LARGEST_AT_ONCE = 16_000
/** Segments of this tier and above are merged aside. */
const LARGE_TIER = 2
/** More than this stay several segments: the ids of what is merged stand in memory. */
const LARGEST_MERGE = 500_000

/** More changes than this between two looks are a flood: an import of many companies. */
const FLOOD = 5000
/** The share of the base that is worth a new base: in segments, or pending at once, and then no segment is made of it. */
const HEAVY = 0.2

/** How long nothing must have changed before segments are made one base again: twenty times what that takes, or more. */
const QUIET_MS = 600_000
const QUIET_MS_PER_COMPANY = 1

function tierOf(size: number): number {
  let tier = 0
  for (let limit = SMALLEST_TIER; size > limit; limit *= TIER_GROWTH) tier += 1
  return tier
}

/** How many of the newest segments go into a new one of `size`, so that older segments are of larger tiers. */
function mergedInto(size: number, segments: readonly number[]): number {
  let total = size
  let merged = 0
  for (const segment of segments) {
    if (tierOf(segment) > tierOf(total) || total + segment > LARGEST_AT_ONCE) break
    total += segment
    merged += 1
  }
  return merged
}

/** The large segments that should be one. */
function overgrown(segments: readonly number[]): SegmentRun | null {
  const from = segments.findIndex((size) => tierOf(size) >= LARGE_TIER)
  if (from < 0) return null
  let total = 0
  let to = from
  for (const segment of segments.slice(from)) {
    if (to > from && (tierOf(segment) > tierOf(total) || total + segment > LARGEST_MERGE)) break
    total += segment
    to += 1
  }
  return to - from > 1 ? { from, to } : null
}

/**
 * Which segments to make of what. Small changes go into small segments at once. A flood waits until it would double the
 * base, or ends: so however many companies come at once, each is built a few times, and half of them can be found.
 */
export function planSegments(outlook: MergeState): SegmentPlan {
  const { base, segments, pending, arriving, isBuilding, merging, quietFor } = outlook
  if (base === null) return { merged: null, startsBase: !isBuilding, merges: null }
  const beside = segments.reduce((sum, size) => sum + size, pending)
  const isFlood = arriving > FLOOD
  const isHeavy = beside > base * (isFlood ? 1 : HEAVY)
  const isLeft = segments.length > 0 && pending === 0 && quietFor >= Math.max(QUIET_MS, base * QUIET_MS_PER_COMPANY)
  const startsBase = !isBuilding && (isHeavy || isLeft)
  const sinceBase = isBuilding ? outlook.sinceBase : segments.length
  const merges = merging === null && !startsBase ? overgrown(segments.slice(0, sinceBase)) : null
  const isLeftToBase = (isBuilding || startsBase) && pending > base * HEAVY
  if (pending === 0 || isFlood || isLeftToBase) return { merged: null, startsBase, merges }
  const free = Math.min(sinceBase, (merging ?? merges)?.from ?? segments.length)
  return { merged: mergedInto(pending, segments.slice(0, free)), startsBase, merges }
}
