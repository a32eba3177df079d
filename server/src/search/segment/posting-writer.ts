import type { Term } from '../analysis/term.ts'
import { ByteWriter } from './bytes.ts'
import { byteLengthOf, CONTAINER_SIZE, encodeDocs } from './doc-id-set.ts'
import type { SectionWriter } from './segment-output.ts'

/** Up to this many companies are stored in the page of their term; more in blocks of their own. */
export const LONGEST_INLINE = 256
/** A page is scanned from its start, so it is small. */
const PAGE_BYTES = 1024
const BLOCK_BYTES = 8192

/**
 * Writes terms in ascending order into pages; a reader keeps the first term of each page in memory. An entry of a page
 * is the difference to the previous term, and then, for one company, twice its number; for more, twice their count plus
 * one, the length of the rest in bytes, and either the differences of their numbers or the first block and the count in
 * each container.
 */
export class PostingWriter {
  readonly #pages: SectionWriter
  readonly #blocks: SectionWriter
  readonly #page = new ByteWriter(2 * PAGE_BYTES)
  readonly #entry = new ByteWriter()
  readonly #block = new ByteWriter(2 * BLOCK_BYTES)
  readonly #firstTerms: Term[] = []
  readonly #containerDocs = new Uint16Array(CONTAINER_SIZE)
  #previous: Term = 0

  constructor(pages: SectionWriter, blocks: SectionWriter) {
    this.#pages = pages
    this.#blocks = blocks
  }

  /** Adds a posting list: the first `count` elements of `docs`, ascending. Terms ascend too. */
  add(term: Term, docs: Uint32Array, count: number) {
    const page = this.#page
    if (page.length === 0) {
      this.#firstTerms.push(term)
      this.#previous = term
    }
    page.varint(term - this.#previous)
    this.#previous = term
    if (count === 1) page.varint(2 * (docs[0] ?? 0))
    else this.#addList(docs, count)
    if (page.length >= PAGE_BYTES) this.#endPage()
  }

  #addList(docs: Uint32Array, count: number) {
    this.#entry.clear()
    if (count <= LONGEST_INLINE) this.#writeInline(docs, count)
    else this.#writeBlocks(docs, count)
    this.#page.varint(2 * count + 1)
    this.#page.varint(this.#entry.length)
    this.#page.bytes(this.#entry.view())
  }

  #writeInline(docs: Uint32Array, count: number) {
    let last = 0
    for (let at = 0; at < count; at += 1) {
      const doc = docs[at] ?? 0
      this.#entry.varint(doc - last)
      last = doc
    }
  }

  /** Packs containers into blocks in order. The reader finds the block boundaries with the same rule, `startsBlock`. */
  #writeBlocks(docs: Uint32Array, count: number) {
    this.#entry.varint(this.#blocks.blocks)
    let from = 0
    for (let container = 0; from < count; container += 1) {
      const base = container * CONTAINER_SIZE
      let to = from
      for (; to < count && (docs[to] ?? 0) < base + CONTAINER_SIZE; to += 1)
        this.#containerDocs[to - from] = docs[to] ?? 0
      this.#entry.varint(to - from)
      if (startsBlock(this.#block.length, byteLengthOf(to - from))) this.#endBlock()
      if (to > from) this.#block.bytes(encodeDocs(this.#containerDocs.subarray(0, to - from)))
      from = to
    }
    this.#endBlock()
  }

  #endBlock() {
    if (this.#block.length === 0) return
    this.#blocks.add(this.#block.view())
    this.#block.clear()
  }

  #endPage() {
    if (this.#page.length === 0) return
    this.#pages.add(this.#page.view())
    this.#page.clear()
  }

  /** @returns the first term of every page */
  finish(): Float64Array {
    this.#endPage()
    return Float64Array.from(this.#firstTerms)
  }
}

export const startsBlock = (filled: number, more: number) => filled > 0 && filled + more > BLOCK_BYTES
