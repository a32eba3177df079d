/**
 * A set of companies of one container, as in Roaring bitmaps: up to 4,096 as a sorted list of 16-bit ids, more as a
 * bitmap of 65,536 bits. The file contains both forms as they are in memory.
 */
export const CONTAINER_BITS = 16
export const CONTAINER_SIZE = 1 << CONTAINER_BITS
const MAX_LIST = 4096
const BITMAP_BYTES = CONTAINER_SIZE / 8

export type DocIdSet = { count: number } & ({ list: Uint16Array; bits: null } | { list: null; bits: Uint32Array })

const ofList = (list: Uint16Array): DocIdSet => ({ count: list.length, list, bits: null })

export const byteLengthOf = (count: number) => (count > MAX_LIST ? BITMAP_BYTES : count * 2)

/** Encodes ascending ids. */
export function encodeDocs(docs: Uint16Array): Uint8Array {
  if (docs.length <= MAX_LIST) return new Uint8Array(docs.buffer, docs.byteOffset, docs.byteLength)
  const bits = new Uint32Array(CONTAINER_SIZE / 32)
  for (const doc of docs) setBit(bits, doc)
  return new Uint8Array(bits.buffer)
}

/** A view of `bytes` when they are aligned, else a copy. */
export function decodeDocs(bytes: Uint8Array, count: number): DocIdSet {
  const isBits = count > MAX_LIST
  const { buffer, byteOffset } = bytes.byteOffset % (isBits ? 4 : 2) === 0 ? bytes : new Uint8Array(bytes)
  return isBits
    ? { count, list: null, bits: new Uint32Array(buffer, byteOffset, CONTAINER_SIZE / 32) }
    : ofList(new Uint16Array(buffer, byteOffset, count))
}

export const toDocIdSet = (sorted: Uint16Array): DocIdSet =>
  sorted.length <= MAX_LIST ? ofList(sorted) : decodeDocs(encodeDocs(sorted), sorted.length)

function setBit(bits: Uint32Array, doc: number) {
  bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
}

const hasBit = (bits: Uint32Array, doc: number) => (((bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1

export function hasDoc({ list, bits }: DocIdSet, number: number): boolean {
  if (list === null) return hasBit(bits, number)
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return list[low] === number
}

export function docsOf({ list, bits, count }: DocIdSet): Uint16Array {
  if (list !== null) return list
  const docs = new Uint16Array(count)
  let at = 0
  bits.forEach((word, index) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      docs[at] = index * 32 + 31 - Math.clz32(rest & -rest)
      at += 1
    }
  })
  return docs
}

function countBits(bits: Uint32Array) {
  let count = 0
  for (const word of bits) {
    let rest = word - ((word >>> 1) & 0x55555555)
    rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
    count += Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Converts to a list when that is shorter. */
function ofBits(bits: Uint32Array): DocIdSet {
  const set: DocIdSet = { count: countBits(bits), list: null, bits }
  return set.count > MAX_LIST ? set : ofList(docsOf(set))
}

export function intersect(a: DocIdSet, b: DocIdSet): DocIdSet {
  if (a.list === null && b.list === null) return ofBits(a.bits.map((word, index) => word & (b.bits[index] ?? 0)))
  if (a.list !== null && b.list !== null)
    return a.count <= b.count ? intersectLists(a.list, b.list) : intersectLists(b.list, a.list)
  const [list, bits] = a.list === null ? [b.list, a.bits] : [a.list, b.bits]
  return list === null || bits === null ? ofList(new Uint16Array()) : intersectListWithBits(list, bits)
}

function intersectListWithBits(list: Uint16Array, bits: Uint32Array): DocIdSet {
  const matching = new Uint16Array(list.length)
  let count = 0
  for (let at = 0; at < list.length; at += 1) {
    const doc = list[at] ?? 0
    if (!hasBit(bits, doc)) continue
    matching[count] = doc
    count += 1
  }
  return ofList(matching.subarray(0, count))
}

/** Galloping search in the longer list: the cost depends on the shorter one. */
function intersectLists(short: Uint16Array, long: Uint16Array): DocIdSet {
  const matching = new Uint16Array(short.length)
  let count = 0
  let at = 0
  for (const doc of short) {
    let step = 1
    while ((long[at + step] ?? CONTAINER_SIZE) < doc) step *= 2
    let low = at + (step >>> 1)
    let high = Math.min(long.length, at + step + 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((long[middle] ?? CONTAINER_SIZE) < doc) low = middle + 1
      else high = middle
    }
    at = low
    if (at === long.length) break
    if (long[at] === doc) {
      matching[count] = doc
      count += 1
    }
  }
  return ofList(matching.subarray(0, count))
}

export function unite(sets: readonly DocIdSet[]): DocIdSet {
  const [only] = sets
  if (only !== undefined && sets.length === 1) return only
  const total = sets.reduce((sum, { count }) => sum + count, 0)
  if (total <= MAX_LIST && sets.every(({ list }) => list !== null)) {
    const merged = new Uint16Array(total)
    let at = 0
    for (const { list } of sets) {
      if (list === null) continue
      merged.set(list, at)
      at += list.length
    }
    merged.sort()
    return ofList(merged.filter((doc, index) => index === 0 || doc !== merged[index - 1]))
  }
  const bits = new Uint32Array(CONTAINER_SIZE / 32)
  for (const set of sets) {
    if (set.list !== null) for (const doc of set.list) setBit(bits, doc)
    else for (let index = 0; index < bits.length; index += 1) bits[index] = (bits[index] ?? 0) | (set.bits[index] ?? 0)
  }
  return ofBits(bits)
}
