import type { Term } from '../analysis/term.ts'
import { ByteWriter } from './bytes.ts'
import { byteLengthOf, CONTAINER_SIZE, encodeDocs } from './doc-id-set.ts'
import type { SectionWriter } from './segment-output.ts'

/** Up to this many companies stand beside their term; more stand in blocks of their own. */
export const LONGEST_INLINE = 256
/** A page is scanned from its beginning. */
const PAGE_BYTES = 1024
const BLOCK_BYTES = 8192

/**
 * Terms in order, in pages; the first term of each page is what a reader keeps in memory.
 * A page: per term its distance from the one before, and then
 * of one company: twice its number;
 * of more: twice their count and one, the length of what follows, and either their numbers, each as distance from the
 * one before, or the first block of their own and the count in each container.
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

  /** The first `count` of `docs` are the companies of the term, in order. Terms come in order. */
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

  /** Segments are packed into blocks in order; a reader finds the breaks by the same rule. */
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

  /** The first term of every page, in order. */
  finish(): Float64Array {
    this.#endPage()
    return Float64Array.from(this.#firstTerms)
  }
}

export const startsBlock = (filled: number, more: number) => filled > 0 && filled + more > BLOCK_BYTES
