import { closeSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs'
import { ByteReader, ByteWriter } from './bytes.ts'
import { byteLengthOf, encodeDocs, SEGMENT } from './doc-set.ts'
import type { Term } from './term.ts'

/**
 * The terms of one segment, sorted and written to a file of their own. Sorting numbers of 53 bits (a term of 37 and a
 * company of 16) takes no objects, so that memory stays the same for any number of companies.
 */
export class SegmentTerms {
  #entries = new Float64Array(1 << 20)
  #count = 0
  readonly #run = new ByteWriter(1 << 20)

  add(term: Term, doc: number) {
    if (this.#count === this.#entries.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#entries)
      this.#entries = larger
    }
    this.#entries[this.#count] = term * SEGMENT + doc
    this.#count += 1
  }

  /** Writes what was added and starts afresh. */
  flush(file: string) {
    const entries = this.#entries.subarray(0, this.#count).sort()
    const run = this.#run
    run.clear()
    const docs = new Uint16Array(SEGMENT)
    let count = 0
    let term = -1
    let previous = 0
    const write = () => {
      if (count === 0) return
      run.number(term - previous)
      run.number(count)
      run.bytes(encodeDocs(docs.subarray(0, count)))
      previous = term
    }
    for (const entry of entries) {
      const entryTerm = Math.floor(entry / SEGMENT)
      const doc = entry - entryTerm * SEGMENT
      if (entryTerm !== term) {
        write()
        term = entryTerm
        count = 0
      }
      if (count > 0 && docs[count - 1] === doc) continue
      docs[count] = doc
      count += 1
    }
    write()
    writeFileSync(file, run.view())
    this.#count = 0
  }
}

const BLOCK = 256 * 1024
/** The longest entry: two numbers and a bitmap. */
const LONGEST_ENTRY = 16 + SEGMENT / 8

/** One run, read from its beginning to its end in blocks. `bytes` of an entry is good until the next `advance`. */
export class RunReader {
  readonly segment: number
  readonly #file: string
  readonly #handle: number
  readonly #block = Buffer.allocUnsafe(BLOCK)
  #reader = new ByteReader(new Uint8Array())
  #filled = 0
  #isWhole = false
  term = 0
  count = 0
  bytes: Uint8Array = new Uint8Array()

  constructor(file: string, segment: number) {
    this.segment = segment
    this.#file = file
    this.#handle = openSync(file, 'r')
  }

  #fill() {
    const rest = this.#filled - this.#reader.at
    this.#block.copyWithin(0, this.#reader.at, this.#filled)
    const read = readSync(this.#handle, this.#block, rest, BLOCK - rest, null)
    this.#filled = rest + read
    this.#isWhole = read === 0
    this.#reader = new ByteReader(this.#block.subarray(0, this.#filled))
  }

  /** The next term of the run; false at its end. */
  advance(): boolean {
    if (!this.#isWhole && this.#filled - this.#reader.at < LONGEST_ENTRY) this.#fill()
    if (this.#reader.atEnd) return false
    this.term += this.#reader.number()
    this.count = this.#reader.number()
    this.bytes = this.#reader.bytes(byteLengthOf(this.count))
    return true
  }

  remove() {
    closeSync(this.#handle)
    unlinkSync(this.#file)
  }
}

const isBefore = (a: RunReader, b: RunReader) => a.term < b.term || (a.term === b.term && a.segment < b.segment)

/** The runs of one index, each with a next term, smallest first. */
class RunHeap {
  readonly #runs: RunReader[]

  constructor(runs: readonly RunReader[]) {
    this.#runs = [...runs].sort((a, b) => (isBefore(a, b) ? -1 : 1))
  }

  get first() {
    return this.#runs[0]
  }

  /** Moves the first run on and puts it where it now belongs. */
  advanceFirst() {
    const moved = this.#runs[0]
    if (moved === undefined) return
    if (!moved.advance()) {
      const last = this.#runs.pop()
      if (last === undefined || last === moved) return
      this.#sink(last)
      return
    }
    this.#sink(moved)
  }

  #sink(run: RunReader) {
    let at = 0
    for (;;) {
      const left = this.#runs[2 * at + 1]
      const right = this.#runs[2 * at + 2]
      if (left === undefined) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!isBefore(child, run)) break
      this.#runs[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#runs[at] = run
  }
}

export type TermEntry = { segment: number; count: number; bytes: Uint8Array }

/** Calls `take` once per term, in order, with its entries in order of segment. The entries are copies. */
export function mergeRuns(runs: readonly RunReader[], take: (term: Term, entries: readonly TermEntry[]) => void) {
  const heap = new RunHeap(runs.filter((run) => run.advance()))
  for (let run = heap.first; run !== undefined; run = heap.first) {
    const { term } = run
    const entries: TermEntry[] = []
    for (let next = heap.first; next !== undefined && next.term === term; next = heap.first) {
      entries.push({ segment: next.segment, count: next.count, bytes: new Uint8Array(next.bytes) })
      heap.advanceFirst()
    }
    take(term, entries)
  }
}
