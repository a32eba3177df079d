import { type DocSet, docsOf, intersect, SEGMENT, unite } from './doc-set.ts'

/** Companies in rank order, segment by segment. May propose more than match, never fewer. */
export type Candidates = {
  /** How many there are at most, for choosing the order of work. */
  size: number
  inSegment(segment: number): DocSet | null
}

export const noCandidates: Candidates = { size: 0, inSegment: () => null }

/** Verifying this few costs less than reading another list. */
const FEW = 8

/** Companies among all of these; rarest first, and no longer than it pays. */
export function allOf(all: readonly Candidates[]): Candidates {
  const rarestFirst = all.toSorted((a, b) => a.size - b.size)
  const [rarest, ...others] = rarestFirst
  if (rarest === undefined || rarest.size === 0) return noCandidates
  if (others.length === 0) return rarest
  return {
    size: rarest.size,
    inSegment: (segment) => {
      let met = rarest.inSegment(segment)
      for (const other of others) {
        if (met === null || met.count <= FEW) return met
        const docs = other.inSegment(segment)
        if (docs === null) return null
        met = intersect(met, docs)
      }
      return met
    },
  }
}

/** Companies among any of these. */
export function anyOf(any: readonly Candidates[]): Candidates {
  const some = any.filter(({ size }) => size > 0)
  const [only] = some
  if (only === undefined) return noCandidates
  if (some.length === 1) return only
  return {
    size: some.reduce((sum, { size }) => sum + size, 0),
    inSegment: (segment) => {
      const sets = some.map((one) => one.inSegment(segment)).filter((set) => set !== null)
      return sets.length === 0 ? null : unite(sets)
    },
  }
}

/** The companies themselves, best ranked first, read only as far as they are asked for. */
export function* docsIn(candidates: Candidates, segments: number): Generator<number> {
  if (candidates.size === 0) return
  for (let segment = 0; segment < segments; segment += 1) {
    const set = candidates.inSegment(segment)
    if (set === null || set.count === 0) continue
    for (const doc of docsOf(set)) yield segment * SEGMENT + doc
  }
}

export function* firstOf<T>(all: Iterable<T>, count: number): Generator<T> {
  let taken = 0
  if (count < 1) return
  for (const one of all) {
    yield one
    taken += 1
    if (taken === count) return
  }
}
