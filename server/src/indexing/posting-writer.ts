import { ByteWriter } from './bytes.ts'
import { decodeDocs, docsOf, SEGMENT } from './doc-set.ts'
import type { Term } from './term.ts'
import type { TermEntry } from './term-runs.ts'

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

  const writeInline = (entries: readonly TermEntry[]) => {
    let last = 0
    for (const { segment, count, bytes } of entries) {
      for (const doc of docsOf(decodeDocs(bytes, count))) {
        entry.number(segment * SEGMENT + doc - last)
        last = segment * SEGMENT + doc
      }
    }
  }

  /** Segments are packed into blocks in order; a reader finds the breaks by the same rule. */
  const writeBlocks = (entries: readonly TermEntry[]) => {
    entry.number(blocks)
    let last = 0
    for (const { segment, count, bytes } of entries) {
      entry.number(segment - last)
      entry.number(count)
      last = segment
      if (startsBlock(block.length, bytes.length)) endBlock()
      block.bytes(bytes)
    }
    endBlock()
  }

  return {
    add(term: Term, entries: readonly TermEntry[]) {
      const total = entries.reduce((sum, { count }) => sum + count, 0)
      entry.clear()
      entry.number(total)
      if (total <= LONGEST_INLINE) writeInline(entries)
      else writeBlocks(entries)
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
