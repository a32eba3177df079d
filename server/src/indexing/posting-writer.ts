import { ByteWriter } from './bytes.ts'
import { byteLengthOf, SEGMENT } from './doc-set.ts'
import type { Term } from './term.ts'
import type { TermDocs } from './term-runs.ts'

/** Up to this many companies stand beside their term; more stand in blocks of their own. */
export const LONGEST_INLINE = 1024
const PAGE_BYTES = 4096
const BLOCK_BYTES = 8192

export type PostingRows = {
  page(id: number, bytes: Uint8Array): void
  block(id: number, bytes: Uint8Array): void
}

/**
 * Terms in order, in pages of about 4 KB; the first term of each page is what a reader keeps in memory.
 * A page: per term its distance from the one before, the length of what follows, the number of companies, and then
 * either their numbers, each as distance from the one before, or the first block and per segment distance and count.
 */
export function createPostingWriter(rows: PostingRows) {
  const page = new ByteWriter(2 * PAGE_BYTES)
  const entry = new ByteWriter()
  const block = new ByteWriter(2 * BLOCK_BYTES)
  const firstTerms: Term[] = []
  let previous = 0
  let blocks = 0

  const endPage = () => {
    if (page.length === 0) return
    rows.page(firstTerms.length - 1, page.view())
    page.clear()
  }

  const endBlock = () => {
    if (block.length === 0) return
    rows.block(blocks, block.view())
    blocks += 1
    block.clear()
  }

  /** So few companies are always lists of 16-bit numbers. */
  const writeInline = ({ segments, counts, starts, bytes }: TermDocs) => {
    const lists = bytes.view()
    let last = 0
    segments.forEach((segment, index) => {
      const start = starts[index] ?? 0
      const end = start + byteLengthOf(counts[index] ?? 0)
      for (let at = start; at < end; at += 2) {
        const doc = segment * SEGMENT + (lists[at] ?? 0) + (lists[at + 1] ?? 0) * 256
        entry.number(doc - last)
        last = doc
      }
    })
  }

  /** Segments are packed into blocks in order; a reader finds the breaks by the same rule. */
  const writeBlocks = ({ segments, counts, starts, bytes }: TermDocs) => {
    entry.number(blocks)
    let last = 0
    segments.forEach((segment, index) => {
      const [start = 0, count = 0] = [starts[index], counts[index]]
      const length = byteLengthOf(count)
      entry.number(segment - last)
      entry.number(count)
      last = segment
      if (startsBlock(block.length, length)) endBlock()
      block.copy(bytes.view(), start, length)
    })
    endBlock()
  }

  return {
    add(term: Term, docs: TermDocs) {
      entry.clear()
      entry.number(docs.total)
      if (docs.total <= LONGEST_INLINE) writeInline(docs)
      else writeBlocks(docs)
      if (page.length === 0) {
        firstTerms.push(term)
        previous = term
      }
      page.number(term - previous)
      page.number(entry.length)
      page.bytes(entry.view())
      previous = term
      if (page.length >= PAGE_BYTES) endPage()
    },
    /** The first term of every page, in order. */
    finish(): Float64Array {
      endPage()
      return Float64Array.from(firstTerms)
    },
  }
}

export const startsBlock = (filled: number, more: number) => filled > 0 && filled + more > BLOCK_BYTES
