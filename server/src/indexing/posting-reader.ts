import { ByteReader, IndexDamaged } from './bytes.ts'
import { type Candidates, noCandidates } from './candidates.ts'
import { byteLengthOf, decodeDocs, docSetOf, SEGMENT } from './doc-set.ts'
import { LONGEST_INLINE, startsBlock } from './posting-writer.ts'
import type { Term } from './term.ts'

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
