import { type DocSet, docSetOf, intersect, SEGMENT, unite } from './doc-set.ts'

/** Companies in rank order, segment by segment. May propose more than match, never fewer. */
export type Candidates = {
  /** How many there are at most, for choosing the order of work. */
  size: number
  inSegment(segment: number): DocSet | null
}

export const noCandidates: Candidates = { size: 0, inSegment: () => null }

/** Companies among all of these. */
export const allOf = (all: readonly Candidates[]): Candidates => intersection(all, 0)

/** Verifying this few costs less than reading another list. */
const FEW = 1

/** As `allOf`, and perhaps a few more: for companies that are verified one by one anyway. */
export const narrowed = (all: readonly Candidates[]): Candidates => intersection(all, FEW)

/** Rarest first, and no further once `enough` are left. */
function intersection(all: readonly Candidates[], enough: number): Candidates {
  const [rarest, ...others] = all.toSorted((a, b) => a.size - b.size)
  if (rarest === undefined || rarest.size === 0) return noCandidates
  if (others.length === 0) return rarest
  return {
    size: rarest.size,
    inSegment: (segment) => {
      let met = rarest.inSegment(segment)
      for (const other of others) {
        if (met === null || met.count <= enough) return met
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
    yield* docsOfSet(set, segment * SEGMENT)
  }
}

/** Whether a company is among them. */
export function hasDoc(candidates: Candidates, doc: number): boolean {
  const segment = Math.floor(doc / SEGMENT)
  const set = candidates.inSegment(segment)
  return set !== null && intersect(set, docSetOf(Uint16Array.of(doc - segment * SEGMENT))).count > 0
}

/** Bit by bit where there are many: mostly only the first are asked for. */
function* docsOfSet({ list, bits }: DocSet, base: number): Generator<number> {
  if (list !== null) {
    for (const doc of list) yield base + doc
    return
  }
  for (let index = 0; index < bits.length; index += 1) {
    for (let rest = bits[index] ?? 0; rest !== 0; rest &= rest - 1)
      yield base + index * 32 + 31 - Math.clz32(rest & -rest)
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
