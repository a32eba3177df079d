import { CONTAINER_BITS, CONTAINER_SIZE, type DocIdSet, hasDoc, intersect, toDocIdSet, unite } from './doc-id-set.ts'

/**
 * A set of companies of a segment in rank order, read lazily and by container. It may propose companies that do not
 * match, but misses none.
 */
export type DocIterator = {
  /** Upper bound of the number of companies. Smaller sets are read first. */
  size: number
  inContainer(container: number): DocIdSet | null
  /**
   * The elements of `docs` that are in the set; `docs` ascend. Costs one look-up per element, so use it for small
   * arrays.
   */
  filter(docs: Uint32Array): Uint32Array
  /** All companies, ascending, when the set is small; else null. */
  materialize(): Uint32Array | null
  /** For a union: its members. */
  members?: readonly DocIterator[]
}

/** Sets up to this size are read as a whole, and looked up one by one in others. */
export const SMALL_SIZE = 256

const noDocs = new Uint32Array()

export const emptyIterator: DocIterator = {
  size: 0,
  inContainer: () => null,
  filter: () => noDocs,
  materialize: () => noDocs,
}

/** `read` returns at most SMALL_SIZE companies, ascending; called once. */
export const smallIterator = (size: number, read: () => Uint32Array): DocIterator => new SmallIterator(size, read)

/** A set that is too large to be read as a whole. */
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

  materialize() {
    this.#docs ??= this.#read()
    return this.#docs
  }

  inContainer(container: number) {
    return containerOf(this.materialize(), container)
  }

  filter(docs: Uint32Array) {
    return intersectSorted(docs, this.materialize())
  }
}

class LargeIterator implements DocIterator {
  readonly size: number
  readonly inContainer: DocIterator['inContainer']

  constructor(size: number, inContainer: DocIterator['inContainer']) {
    this.size = size
    this.inContainer = inContainer
  }

  materialize() {
    return null
  }

  filter(docs: Uint32Array) {
    let set: DocIdSet | null = null
    let container = -1
    return filterDocs(docs, (doc) => {
      const at = doc >>> CONTAINER_BITS
      if (at !== container) set = this.inContainer(at)
      container = at
      return set !== null && hasDoc(set, doc & (CONTAINER_SIZE - 1))
    })
  }
}

/** Like `docs.filter(isKept)`, but several times as fast. */
function filterDocs(docs: Uint32Array, isKept: (doc: number) => boolean): Uint32Array {
  const matching = new Uint32Array(docs.length)
  let count = 0
  for (let at = 0; at < docs.length; at += 1) {
    const doc = docs[at] ?? 0
    if (!isKept(doc)) continue
    matching[count] = doc
    count += 1
  }
  return matching.subarray(0, count)
}

/** The companies of one container, as 16-bit ids. */
function containerOf(docs: Uint32Array, container: number): DocIdSet | null {
  const base = container * CONTAINER_SIZE
  let from = 0
  while (from < docs.length && (docs[from] ?? 0) < base) from += 1
  let to = from
  while (to < docs.length && (docs[to] ?? 0) < base + CONTAINER_SIZE) to += 1
  return to === from ? null : toDocIdSet(new Uint16Array(docs.subarray(from, to)))
}

/** The inverse of `containerOf`. */
function docsOfList(list: Uint16Array, container: number): Uint32Array {
  const base = container * CONTAINER_SIZE
  const docs = new Uint32Array(list.length)
  for (let at = 0; at < list.length; at += 1) docs[at] = base + (list[at] ?? 0)
  return docs
}

/** Elements of both arrays; both ascend. */
function intersectSorted(docs: Uint32Array, others: Uint32Array): Uint32Array {
  let at = 0
  return filterDocs(docs, (doc) => {
    while (at < others.length && (others[at] ?? 0) < doc) at += 1
    return others[at] === doc
  })
}

/** The intersection. */
export const allOf = (all: readonly DocIterator[]): DocIterator => intersection(all, () => 0)

/** A superset of the intersection that stops early. For candidates that are verified one by one anyway. */
export const intersectLoosely = (all: readonly DocIterator[]): DocIterator =>
  intersection(all, ({ size }) => (size > SMALL_SIZE ? VERIFY_LIMIT : 1))

/** Verifying this few companies costs less than reading a posting list from blocks. */
const VERIFY_LIMIT = 4

type StopCount = (next: DocIterator) => number

function intersection(all: readonly DocIterator[], stopCount: StopCount): DocIterator {
  const inOrder = all.toSorted((a, b) => a.size - b.size)
  const [rarest] = inOrder
  if (rarest === undefined || rarest.size === 0) return emptyIterator
  return inOrder.length === 1 ? rarest : new Intersection(inOrder, stopCount)
}

/** Intersects the rarest set first, and stops when so few companies are left that the next set is not worth reading. */
class Intersection implements DocIterator {
  readonly size: number
  readonly #all: readonly DocIterator[]
  readonly #stopCount: StopCount
  #docs: Uint32Array | null | undefined

  /** `all`: at least two, rarest first. */
  constructor(all: readonly DocIterator[], stopCount: StopCount) {
    this.size = all[0]?.size ?? 0
    this.#all = all
    this.#stopCount = stopCount
  }

  materialize() {
    if (this.#docs === undefined) {
      const rarest = this.#all[0]?.materialize() ?? null
      this.#docs = rarest === null ? null : this.#narrow(rarest, 1)
    }
    return this.#docs
  }

  inContainer(container: number) {
    const docs = this.materialize()
    if (docs !== null) return containerOf(docs, container)
    let set = this.#all[0]?.inContainer(container) ?? null
    for (let at = 1; at < this.#all.length; at += 1) {
      const one = this.#all[at]
      if (set === null || one === undefined || set.count <= this.#stopCount(one)) break
      set = withinContainer(set, one, container)
    }
    return set
  }

  filter(docs: Uint32Array) {
    return this.#narrow(docs, 0)
  }

  #narrow(docs: Uint32Array, from: number) {
    let matching = docs
    for (let at = from; at < this.#all.length; at += 1) {
      const one = this.#all[at]
      if (one === undefined || matching.length <= this.#stopCount(one)) break
      matching = one.filter(matching)
    }
    return matching
  }
}

/** Above this size, intersecting two sets costs less than looking up each element. */
const LOOKUP_LIMIT = 64

function withinContainer(set: DocIdSet, condition: DocIterator, container: number): DocIdSet | null {
  if (set.list !== null && set.count <= LOOKUP_LIMIT) {
    return containerOf(condition.filter(docsOfList(set.list, container)), container)
  }
  // Members are intersected before they are united, so that a set with a tenth of all companies is never copied.
  const matching = (condition.members ?? [condition])
    .flatMap((one) => one.inContainer(container) ?? [])
    .map((one) => intersect(set, one))
  return matching.length === 0 ? null : unite(matching)
}

/** The union. */
export function anyOf(members: readonly DocIterator[]): DocIterator {
  const some = members.filter(({ size }) => size > 0)
  const [only = emptyIterator] = some
  return some.length < 2 ? only : new Union(some)
}

class Union implements DocIterator {
  readonly size: number
  readonly members: readonly DocIterator[]

  constructor(members: readonly DocIterator[]) {
    this.size = members.reduce((sum, { size }) => sum + size, 0)
    this.members = members
  }

  materialize() {
    const lists: Uint32Array[] = []
    let length = 0
    for (const one of this.members) {
      const docs = one.materialize()
      length += docs?.length ?? 0
      if (docs === null || length > SMALL_SIZE) return null
      lists.push(docs)
    }
    return uniteSorted(lists)
  }

  inContainer(container: number) {
    const sets = this.members.flatMap((one) => one.inContainer(container) ?? [])
    return sets.length === 0 ? null : unite(sets)
  }

  /** Looks the elements up in each member: uniting members with a tenth of all companies would cost far more. */
  filter(docs: Uint32Array) {
    return uniteSorted(this.members.map((one) => one.filter(docs)))
  }
}

/** Elements of any of the arrays, each once, ascending. */
function uniteSorted(lists: readonly Uint32Array[]): Uint32Array {
  const filled = lists.filter(({ length }) => length > 0)
  const [only = noDocs] = filled
  if (filled.length < 2) return only
  const all = new Uint32Array(filled.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of filled) {
    all.set(list, at)
    at += list.length
  }
  let previous = -1
  all.sort()
  return filterDocs(all, (doc) => {
    const isNew = doc !== previous
    previous = doc
    return isNew
  })
}

/** The companies in rank order. Containers are read as the caller iterates. */
export function* docIds(iterator: DocIterator, containers: number): Generator<number> {
  const docs = iterator.materialize()
  if (docs !== null) {
    yield* docs
    return
  }
  for (let container = 0; container < containers; container += 1) {
    const set = iterator.inContainer(container)
    if (set !== null && set.count > 0) yield* docsOfSet(set, container * CONTAINER_SIZE)
  }
}

export const contains = (iterator: DocIterator, doc: number): boolean => iterator.filter(Uint32Array.of(doc)).length > 0

/** Yields bit by bit: most callers stop after a few. */
function* docsOfSet({ list, bits }: DocIdSet, base: number): Generator<number> {
  if (list !== null) {
    for (const doc of list) yield base + doc
    return
  }
  for (let index = 0; index < bits.length; index += 1) {
    for (let rest = bits[index] ?? 0; rest !== 0; rest &= rest - 1)
      yield base + index * 32 + 31 - Math.clz32(rest & -rest)
  }
}
