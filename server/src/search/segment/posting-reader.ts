import type { Term } from '../analysis/term.ts'
import { ByteReader } from './bytes.ts'
import { readingFile } from './checksummed-file.ts'
import { byteLengthOf, type DocIdSet, decodeDocs } from './doc-id-set.ts'
import { type DocIterator, emptyIterator, largeIterator, smallIterator } from './doc-iterator.ts'
import { LONGEST_INLINE, startsBlock } from './posting-writer.ts'
import type { SegmentSection } from './segment-input.ts'

/**
 * Looks up the posting lists that `PostingWriter` wrote. The cache of `blocks` must be `shared`: the returned sets are
 * views of its blocks.
 */
export class PostingReader {
  readonly #firstTerms: Float64Array
  readonly #pages: SegmentSection
  readonly #blocks: SegmentSection
  readonly #file: string
  /** The last position in recently used pages. The terms of one query are close together, so scans resume there. */
  readonly #positions = Array.from({ length: POSITIONS }, (): ScanPosition => ({ pageId: -1, previousTerm: 0, at: 0 }))

  /** `file`: named by errors of the returned sets, which read on first use. */
  constructor(firstTerms: Float64Array, pages: SegmentSection, blocks: SegmentSection, file: string) {
    this.#firstTerms = firstTerms
    this.#pages = pages
    this.#blocks = blocks
    this.#file = file
  }

  postings(term: Term): DocIterator {
    const pageId = lastNotAfter(term, this.#firstTerms)
    if (pageId < 0) return emptyIterator
    const { bytes, start, end } = this.#pages.block(pageId)
    const saved = this.#positions[pageId & (POSITIONS - 1)]
    const canResume = saved?.pageId === pageId && saved.previousTerm < term
    let current = canResume ? saved.previousTerm : (this.#firstTerms[pageId] ?? 0)
    const page = new ByteReader(bytes, canResume ? saved.at : start, end)
    while (page.at < end) {
      const previousTerm = current
      const { at } = page
      current += page.varint()
      if (current >= term) this.#positions[pageId & (POSITIONS - 1)] = { pageId, previousTerm, at }
      if (current > term) return emptyIterator
      const head = page.varint()
      if (current === term) return this.#read(head, pageId, page.at)
      if (head % 2 === 1) page.skip(page.varint())
    }
    return emptyIterator
  }

  #read(head: number, pageId: number, at: number): DocIterator {
    if (head % 2 === 0) return smallIterator(1, () => Uint32Array.of(head / 2))
    const count = (head - 1) / 2
    // Decoded on first use: often the size alone is needed.
    const open = () => {
      const { bytes, end } = this.#pages.block(pageId)
      const entry = new ByteReader(bytes, at, end)
      entry.end = entry.varint() + entry.at
      return entry
    }
    return count <= LONGEST_INLINE
      ? smallIterator(
          count,
          readingFile(this.#file, () => readList(open(), count)),
        )
      : largeIterator(count, readingFile(this.#file, containerReader(open, this.#blocks)))
  }
}

/** The offset of an entry in a page, and the term before it. */
type ScanPosition = { pageId: number; previousTerm: Term; at: number }

/** A power of two: the page id is masked with it. */
const POSITIONS = 64

/** The last page whose first term is not greater than `term`; -1 when there is none. */
function lastNotAfter(term: Term, firstTerms: Float64Array) {
  let low = 0
  let high = firstTerms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((firstTerms[middle] ?? 0) <= term) low = middle + 1
    else high = middle
  }
  return low - 1
}

function readList(entry: ByteReader, count: number): Uint32Array {
  const docs = new Uint32Array(count)
  let doc = 0
  for (let at = 0; at < count; at += 1) {
    doc += entry.varint()
    docs[at] = doc
  }
  return docs
}

type ContainerLocation = { block: number; at: number; count: number }

/** The block and offset of each container. */
function readLocations(entry: ByteReader): ContainerLocation[] {
  const locations: ContainerLocation[] = []
  let block = entry.varint()
  let filled = 0
  while (entry.at < entry.end) {
    const count = entry.varint()
    const length = byteLengthOf(count)
    if (startsBlock(filled, length)) {
      block += 1
      filled = 0
    }
    locations.push({ block, at: filled, count })
    filled += length
  }
  return locations
}

function containerReader(open: () => ByteReader, blocks: SegmentSection) {
  let locations: ContainerLocation[] | null = null
  return (container: number): DocIdSet | null => {
    locations ??= readLocations(open())
    const location = locations[container]
    if (location === undefined || location.count === 0) return null
    const { bytes, start } = blocks.block(location.block)
    const from = start + location.at
    return decodeDocs(bytes.subarray(from, from + byteLengthOf(location.count)), location.count)
  }
}
