import { type DocSet, docSetOf, intersect, SEGMENT, unite } from './doc-set.ts'

/** Companies in rank order, segment by segment. May propose more than match, never fewer. */
export type Candidates = {
  /** How many there are at most, for choosing the order of work. */
  size: number
  inSegment(segment: number): DocSet | null
  /** Those of `docs`, of the same segment, that are among them; left out where asking for all is the way to know. */
  among?: (segment: number, docs: DocSet) => DocSet | null
}

const amongThem = (candidates: Candidates, segment: number, docs: DocSet): DocSet | null => {
  if (candidates.among !== undefined) return candidates.among(segment, docs)
  const all = candidates.inSegment(segment)
  return all === null ? null : intersect(docs, all)
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
  const among = (segment: number, docs: DocSet | null, conditions: readonly Candidates[]) => {
    let met = docs
    for (const one of conditions) {
      if (met === null || met.count <= enough) break
      met = amongThem(one, segment, met)
    }
    return met
  }
  return {
    size: rarest.size,
    inSegment: (segment) => among(segment, rarest.inSegment(segment), others),
    among: (segment, docs) => among(segment, docs, [rarest, ...others]),
  }
}

const joined = (sets: readonly (DocSet | null)[]): DocSet | null => {
  const met = sets.filter((set) => set !== null)
  return met.length === 0 ? null : unite(met)
}

/** Companies among any of these. */
export function anyOf(any: readonly Candidates[]): Candidates {
  const some = any.filter(({ size }) => size > 0)
  const [only] = some
  if (only === undefined) return noCandidates
  if (some.length === 1) return only
  return {
    size: some.reduce((sum, { size }) => sum + size, 0),
    inSegment: (segment) => joined(some.map((one) => one.inSegment(segment))),
    // A few companies are looked up in each: joining what holds a tenth of all costs far more.
    among: (segment, docs) => joined(some.map((one) => amongThem(one, segment, docs))),
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
  const met = amongThem(candidates, segment, docSetOf(Uint16Array.of(doc - segment * SEGMENT)))
  return met !== null && met.count > 0
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
