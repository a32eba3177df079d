import { ByteReader, IndexDamaged } from './bytes.ts'
import { byteLengthOf, type DocSet, decodeDocs, docSetOf, docsOf, intersect, SEGMENT, unite } from './doc-set.ts'
import { LONGEST_INLINE, startsBlock } from './posting-writer.ts'
import type { Term } from './term.ts'

/** Companies in rank order, segment by segment. May propose more than match, never fewer. */
export type Candidates = {
  /** How many there are at most, for choosing the order of work. */
  size: number
  inSegment(segment: number): DocSet | null
}

const noCandidates: Candidates = { size: 0, inSegment: () => null }

type Rows = { page(id: number): Uint8Array; block(id: number): Uint8Array }

/** The companies of one term, as `createPostingWriter` wrote them. */
export function findTerm(term: Term, firstTerms: Float64Array, rows: Rows): Candidates {
  const pageId = pageOf(term, firstTerms)
  if (pageId < 0) return noCandidates
  const page = new ByteReader(rows.page(pageId))
  let met = firstTerms[pageId] ?? 0
  while (!page.atEnd) {
    met += page.number()
    const entry = page.bytes(page.number())
    if (met > term) break
    if (met === term) return readEntry(new ByteReader(entry), rows)
  }
  return noCandidates
}

/** The last page whose first term is not after `term`; -1 where there is none. */
function pageOf(term: Term, firstTerms: Float64Array) {
  let low = 0
  let high = firstTerms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((firstTerms[middle] ?? 0) <= term) low = middle + 1
    else high = middle
  }
  return low - 1
}

function readEntry(entry: ByteReader, rows: Rows): Candidates {
  const size = entry.number()
  return size <= LONGEST_INLINE ? readInline(entry, size) : readBlocks(entry, size, rows)
}

function readInline(entry: ByteReader, size: number): Candidates {
  const bySegment = new Map<number, number[]>()
  let doc = 0
  for (let index = 0; index < size; index += 1) {
    doc += entry.number()
    const segment = Math.floor(doc / SEGMENT)
    const docs = bySegment.get(segment)
    if (docs === undefined) bySegment.set(segment, [doc - segment * SEGMENT])
    else docs.push(doc - segment * SEGMENT)
  }
  return {
    size,
    inSegment: (segment) => {
      const docs = bySegment.get(segment)
      return docs === undefined ? null : docSetOf(Uint16Array.from(docs))
    },
  }
}

type Place = { block: number; at: number; count: number }

function readBlocks(entry: ByteReader, size: number, rows: Rows): Candidates {
  const places = new Map<number, Place>()
  let block = entry.number()
  let segment = 0
  let filled = 0
  while (!entry.atEnd) {
    segment += entry.number()
    const count = entry.number()
    const length = byteLengthOf(count)
    if (startsBlock(filled, length)) {
      block += 1
      filled = 0
    }
    places.set(segment, { block, at: filled, count })
    filled += length
  }
  let open = -1
  let bytes: Uint8Array = new Uint8Array()
  return {
    size,
    inSegment: (wanted) => {
      const place = places.get(wanted)
      if (place === undefined) return null
      if (place.block !== open) {
        bytes = rows.block(place.block)
        open = place.block
      }
      const length = byteLengthOf(place.count)
      if (place.at + length > bytes.length) throw new IndexDamaged(`block ${place.block} is too short`)
      return decodeDocs(bytes.subarray(place.at, place.at + length), place.count)
    },
  }
}

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
