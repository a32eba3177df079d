/** What there is to do and what is there to do it with. Everything is counted in companies or changes. */
export type Outlook = {
  /** Companies of the base; null while there is none. */
  base: number | null
  /** Companies each further layer was made for, newest layer first. */
  layers: readonly number[]
  /** Changes that stand in no layer yet. */
  pending: number
  /** How many of them have come since the look before. */
  arriving: number
  /** Whether a base is being built aside. */
  isBuilding: boolean
  /** How many of the newest layers hold only what came since it was begun: they stay on top of it. */
  sinceBase: number
  /** Places of the layers that are being merged aside. */
  merging: LayerRun | null
  /** Milliseconds since the last change came. */
  quietFor: number
}

/** Places among the layers, `to` excluded. */
export type LayerRun = { from: number; to: number }

export type LayerPlan = {
  /** Make a layer of the pending changes together with so many of the newest layers, at once; null: not now. */
  merged: number | null
  /** Build a base of all records aside, while small changes go on. */
  startsBase: boolean
  /** Build one layer instead of these aside. */
  merges: LayerRun | null
}

/** A layer that outgrows its tier joins the next older one: in the long run one layer per tier. */
const SMALLEST_TIER = 250
const TIER_GROWTH = 16
/** More than this take too long to build: they are merged aside, so that no change waits for them. */
const LARGEST_AT_ONCE = 16_000
/** Layers of this tier and above are merged aside. */
const LARGE_TIER = 2
/** More than this stay several layers: the ids of what is merged stand in memory. */
const LARGEST_MERGE = 500_000

/** More changes than this between two looks are a flood: an import of many companies. */
const FLOOD = 5000
/** The share of the base that is worth a new base: in layers, or pending at once, and then no layer is made of it. */
const HEAVY = 0.2

/** How long nothing must have changed before layers are made one base again: twenty times what that takes, or more. */
const QUIET_MS = 600_000
const QUIET_MS_PER_COMPANY = 1

function tierOf(size: number): number {
  let tier = 0
  for (let limit = SMALLEST_TIER; size > limit; limit *= TIER_GROWTH) tier += 1
  return tier
}

/** How many of the newest layers go into a new one of `size`, so that older layers are of larger tiers. */
function mergedInto(size: number, layers: readonly number[]): number {
  let total = size
  let merged = 0
  for (const layer of layers) {
    if (tierOf(layer) > tierOf(total) || total + layer > LARGEST_AT_ONCE) break
    total += layer
    merged += 1
  }
  return merged
}

/** The large layers that should be one. */
function overgrown(layers: readonly number[]): LayerRun | null {
  const from = layers.findIndex((size) => tierOf(size) >= LARGE_TIER)
  if (from < 0) return null
  let total = 0
  let to = from
  for (const layer of layers.slice(from)) {
    if (to > from && (tierOf(layer) > tierOf(total) || total + layer > LARGEST_MERGE)) break
    total += layer
    to += 1
  }
  return to - from > 1 ? { from, to } : null
}

/**
 * Which layers to make of what. Small changes go into small layers at once. A flood waits until it would double the
 * base, or ends: so however many companies come at once, each is built a few times, and half of them can be found.
 */
export function planLayers(outlook: Outlook): LayerPlan {
  const { base, layers, pending, arriving, isBuilding, merging, quietFor } = outlook
  if (base === null) return { merged: null, startsBase: !isBuilding, merges: null }
  const beside = layers.reduce((sum, size) => sum + size, pending)
  const isFlood = arriving > FLOOD
  const isHeavy = beside > base * (isFlood ? 1 : HEAVY)
  const isLeft = layers.length > 0 && pending === 0 && quietFor >= Math.max(QUIET_MS, base * QUIET_MS_PER_COMPANY)
  const startsBase = !isBuilding && (isHeavy || isLeft)
  const sinceBase = isBuilding ? outlook.sinceBase : layers.length
  const merges = merging === null && !startsBase ? overgrown(layers.slice(0, sinceBase)) : null
  const isLeftToBase = (isBuilding || startsBase) && pending > base * HEAVY
  if (pending === 0 || isFlood || isLeftToBase) return { merged: null, startsBase, merges }
  const free = Math.min(sinceBase, (merging ?? merges)?.from ?? layers.length)
  return { merged: mergedInto(pending, layers.slice(0, free)), startsBase, merges }
}
