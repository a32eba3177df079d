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

/** One run, read from its beginning to its end in blocks. */
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
  #at = 0

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
    this.#at = this.#reader.at
    this.#reader.skip(byteLengthOf(this.count))
    return true
  }

  /** The companies of the present term, as `encodeDocs` wrote them. */
  copyDocs(target: ByteWriter) {
    target.copy(this.#block, this.#at, byteLengthOf(this.count))
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

/** The companies of one term, a part per segment, in order. Reused from term to term: there are tens of millions. */
export class TermDocs {
  readonly segments: number[] = []
  readonly counts: number[] = []
  /** Where the part of each segment starts in `bytes`. */
  readonly starts: number[] = []
  readonly bytes = new ByteWriter(1 << 16)
  total = 0

  clear() {
    this.segments.length = 0
    this.counts.length = 0
    this.starts.length = 0
    this.bytes.clear()
    this.total = 0
  }

  add(run: RunReader) {
    this.segments.push(run.segment)
    this.counts.push(run.count)
    this.starts.push(this.bytes.length)
    this.total += run.count
    run.copyDocs(this.bytes)
  }
}

/** Calls `take` once per term, in order. The companies are good until it returns. */
export function mergeRuns(runs: readonly RunReader[], take: (term: Term, docs: TermDocs) => void) {
  const heap = new RunHeap(runs.filter((run) => run.advance()))
  const docs = new TermDocs()
  for (let run = heap.first; run !== undefined; run = heap.first) {
    const { term } = run
    docs.clear()
    for (let next = heap.first; next !== undefined && next.term === term; next = heap.first) {
      docs.add(next)
      heap.advanceFirst()
    }
    take(term, docs)
  }
}
