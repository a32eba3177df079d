import { CONTAINER, CONTAINER_BITS, type DocSet, docSetOf, hasNumber, intersect, unite } from './doc-id-set.ts'

/** Companies of a segment by their numbers, in rank order. May propose more than match, never fewer. */
export type DocIterator = {
  /** How many there are at most, for choosing the order of work. */
  size: number
  inContainer(container: number): DocSet | null
  /** Those of `docs`, which are in order, that are among them. Each costs a look-up: meant for a few. */
  of(docs: Uint32Array): Uint32Array
  /** All of them at once where they are few; else null. */
  few(): Uint32Array | null
  /** Where they are those among any of these. */
  any?: readonly DocIterator[]
}

/** So many are read at once, and looked up one by one in what others hold. */
export const FEW = 256

const nobody = new Uint32Array()

export const emptyIterator: DocIterator = { size: 0, inContainer: () => null, of: () => nobody, few: () => nobody }

/** `read`: all of them, at most `FEW`; asked for once. */
export const smallIterator = (size: number, read: () => Uint32Array): DocIterator => new SmallIterator(size, read)

/** Those that are too many to be read at once. */
export const largeIterator = (size: number, inContainer: DocIterator['inContainer']): DocIterator =>
  new LargeIterator(size, inContainer)

class SmallIterator implements DocIterator {
  readonly size: number
  readonly #read: () => Uint32Array
  #docs: Uint32Array | null = null

  constructor(size: number, read: () => Uint32Array) {
    this.size = size
    this.#read = read
  }

  few() {
    this.#docs ??= this.#read()
    return this.#docs
  }

  inContainer(container: number) {
    return containerOf(this.few(), container)
  }

  of(docs: Uint32Array) {
    return common(docs, this.few())
  }
}

class LargeIterator implements DocIterator {
  readonly size: number
  readonly inContainer: DocIterator['inContainer']

  constructor(size: number, inContainer: DocIterator['inContainer']) {
    this.size = size
    this.inContainer = inContainer
  }

  few() {
    return null
  }

  of(docs: Uint32Array) {
    let set: DocSet | null = null
    let container = -1
    return kept(docs, (doc) => {
      const at = doc >>> CONTAINER_BITS
      if (at !== container) set = this.inContainer(at)
      container = at
      return set !== null && hasNumber(set, doc & (CONTAINER - 1))
    })
  }
}

/** As `docs.filter(isKept)`, which takes several times as long. */
function kept(docs: Uint32Array, isKept: (doc: number) => boolean): Uint32Array {
  const met = new Uint32Array(docs.length)
  let count = 0
  for (let at = 0; at < docs.length; at += 1) {
    const doc = docs[at] ?? 0
    if (!isKept(doc)) continue
    met[count] = doc
    count += 1
  }
  return met.subarray(0, count)
}

/** The numbers in the container: 16 bits are kept of each. */
function containerOf(docs: Uint32Array, container: number): DocSet | null {
  const base = container * CONTAINER
  let from = 0
  while (from < docs.length && (docs[from] ?? 0) < base) from += 1
  let to = from
  while (to < docs.length && (docs[to] ?? 0) < base + CONTAINER) to += 1
  return to === from ? null : docSetOf(new Uint16Array(docs.subarray(from, to)))
}

/** The inverse of `containerOf`. */
function docsOfList(list: Uint16Array, container: number): Uint32Array {
  const base = container * CONTAINER
  const docs = new Uint32Array(list.length)
  for (let at = 0; at < list.length; at += 1) docs[at] = base + (list[at] ?? 0)
  return docs
}

/** Numbers of both lists. */
function common(docs: Uint32Array, others: Uint32Array): Uint32Array {
  let at = 0
  return kept(docs, (doc) => {
    while (at < others.length && (others[at] ?? 0) < doc) at += 1
    return others[at] === doc
  })
}

/** Companies among all of these. */
export const allOf = (all: readonly DocIterator[]): DocIterator => intersection(all, () => 0)

/** As `allOf`, and perhaps a few more: for companies that are verified one by one anyway. */
export const intersectLoosely = (all: readonly DocIterator[]): DocIterator =>
  intersection(all, ({ size }) => (size > FEW ? VERIFIED_SOONER : 1))

/** Verifying this few costs less than reading a list that stands in blocks. */
const VERIFIED_SOONER = 4

type EnoughBefore = (next: DocIterator) => number

function intersection(all: readonly DocIterator[], enoughBefore: EnoughBefore): DocIterator {
  const inOrder = all.toSorted((a, b) => a.size - b.size)
  const [rarest] = inOrder
  if (rarest === undefined || rarest.size === 0) return emptyIterator
  return inOrder.length === 1 ? rarest : new Intersection(inOrder, enoughBefore)
}

/** Rarest first, and no further once as few are left as the next condition is not worth asking for. */
class Intersection implements DocIterator {
  readonly size: number
  readonly #all: readonly DocIterator[]
  readonly #enoughBefore: EnoughBefore
  #few: Uint32Array | null | undefined

  /** `all`: two at least, rarest first. */
  constructor(all: readonly DocIterator[], enoughBefore: EnoughBefore) {
    this.size = all[0]?.size ?? 0
    this.#all = all
    this.#enoughBefore = enoughBefore
  }

  few() {
    if (this.#few === undefined) {
      const rarest = this.#all[0]?.few() ?? null
      this.#few = rarest === null ? null : this.#narrow(rarest, 1)
    }
    return this.#few
  }

  inContainer(container: number) {
    const few = this.few()
    if (few !== null) return containerOf(few, container)
    let set = this.#all[0]?.inContainer(container) ?? null
    for (let at = 1; at < this.#all.length; at += 1) {
      const one = this.#all[at]
      if (set === null || one === undefined || set.count <= this.#enoughBefore(one)) break
      set = withinContainer(set, one, container)
    }
    return set
  }

  of(docs: Uint32Array) {
    return this.#narrow(docs, 0)
  }

  #narrow(docs: Uint32Array, from: number) {
    let met = docs
    for (let at = from; at < this.#all.length; at += 1) {
      const one = this.#all[at]
      if (one === undefined || met.length <= this.#enoughBefore(one)) break
      met = one.of(met)
    }
    return met
  }
}

/** From here on joining two sets costs less than looking up each company of one. */
const LOOKED_UP = 64

function withinContainer(set: DocSet, condition: DocIterator, container: number): DocSet | null {
  if (set.list !== null && set.count <= LOOKED_UP) {
    return containerOf(condition.of(docsOfList(set.list, container)), container)
  }
  // Joined only after each was cut down: what holds a tenth of all is never copied.
  const met = (condition.any ?? [condition])
    .flatMap((one) => one.inContainer(container) ?? [])
    .map((one) => intersect(set, one))
  return met.length === 0 ? null : unite(met)
}

/** Companies among any of these. */
export function anyOf(any: readonly DocIterator[]): DocIterator {
  const some = any.filter(({ size }) => size > 0)
  const [only = emptyIterator] = some
  return some.length < 2 ? only : new Union(some)
}

class Union implements DocIterator {
  readonly size: number
  readonly any: readonly DocIterator[]

  constructor(any: readonly DocIterator[]) {
    this.size = any.reduce((sum, { size }) => sum + size, 0)
    this.any = any
  }

  few() {
    const lists: Uint32Array[] = []
    let length = 0
    for (const one of this.any) {
      const docs = one.few()
      length += docs?.length ?? 0
      if (docs === null || length > FEW) return null
      lists.push(docs)
    }
    return merged(lists)
  }

  inContainer(container: number) {
    const sets = this.any.flatMap((one) => one.inContainer(container) ?? [])
    return sets.length === 0 ? null : unite(sets)
  }

  /** A few companies are looked up in each: joining what holds a tenth of all costs far more. */
  of(docs: Uint32Array) {
    return merged(this.any.map((one) => one.of(docs)))
  }
}

/** Numbers of any of the lists, each once. */
function merged(lists: readonly Uint32Array[]): Uint32Array {
  const filled = lists.filter(({ length }) => length > 0)
  const [only = nobody] = filled
  if (filled.length < 2) return only
  const all = new Uint32Array(filled.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of filled) {
    all.set(list, at)
    at += list.length
  }
  let previous = -1
  all.sort()
  return kept(all, (doc) => {
    const isNew = doc !== previous
    previous = doc
    return isNew
  })
}

/** The companies themselves, best ranked first, read only as far as they are asked for. */
export function* docsIn(candidates: DocIterator, containers: number): Generator<number> {
  const few = candidates.few()
  if (few !== null) {
    yield* few
    return
  }
  for (let container = 0; container < containers; container += 1) {
    const set = candidates.inContainer(container)
    if (set !== null && set.count > 0) yield* docsOfSet(set, container * CONTAINER)
  }
}

/** Whether a company is among them. */
export const hasDoc = (candidates: DocIterator, doc: number): boolean => candidates.of(Uint32Array.of(doc)).length > 0

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
