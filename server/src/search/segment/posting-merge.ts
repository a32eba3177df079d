import type { Term } from '../analysis/term.ts'
import { ByteReader } from './bytes.ts'
import type { ScratchFile } from './scratch-file.ts'
import type { SortedRun } from './sorted-runs.ts'

/** Bytes of memory for reading all runs, and the limits for one run. */
const TOTAL_WINDOW_BYTES = 1 << 24
const MAX_WINDOW_BYTES = 1 << 16
const MIN_WINDOW_BYTES = 1 << 12
/** The longest head of an entry: two varints. */
const MAX_HEAD_BYTES = 16
const COMPANY_BYTES = 2

const ENDED = Number.POSITIVE_INFINITY

/** Reads one sorted run from start to end. */
class RunCursor {
  readonly #file: ScratchFile
  readonly #firstCompany: number
  readonly #window: Buffer
  /** The unread part of the window. */
  readonly #rest: ByteReader
  #next: number
  readonly #end: number
  #count = 0
  /** `ENDED` at the end of the run. */
  term: Term = 0

  constructor(file: ScratchFile, { start, end, firstCompany }: SortedRun, window: number) {
    this.#file = file
    this.#firstCompany = firstCompany
    this.#window = Buffer.allocUnsafeSlow(window)
    this.#rest = new ByteReader(this.#window, 0, 0)
    this.#next = start
    this.#end = end
    this.#advance()
  }

  #fill() {
    const rest = this.#rest
    this.#window.copyWithin(0, rest.at, rest.end)
    const unread = rest.end - rest.at
    const length = Math.min(this.#window.length - unread, this.#end - this.#next)
    this.#file.read(this.#window, unread, length, this.#next)
    this.#next += length
    rest.at = 0
    rest.end = unread + length
  }

  #advance() {
    const rest = this.#rest
    if (rest.end - rest.at < MAX_HEAD_BYTES && this.#next < this.#end) this.#fill()
    if (rest.at === rest.end) {
      this.term = ENDED
      return
    }
    this.term += rest.varint()
    this.#count = rest.varint()
  }

  /**
   * Writes the company numbers of the current term into `target` from `filled` on, and advances. @returns the new
   * length
   */
  take(placeOf: Uint32Array, target: Uint32Array, filled: number): number {
    const window = this.#window
    const rest = this.#rest
    const end = filled + this.#count
    for (let written = filled; written < end; ) {
      if (rest.end - rest.at < COMPANY_BYTES) this.#fill()
      let { at } = rest
      const some = Math.min(end, written + Math.floor((rest.end - at) / COMPANY_BYTES))
      for (; written < some; written += 1) {
        const company = this.#firstCompany + ((window[at] ?? 0) | ((window[at + 1] ?? 0) << 8))
        target[written] = placeOf[company] ?? 0
        at += COMPANY_BYTES
      }
      rest.at = at
    }
    this.#advance()
    return end
  }
}

/**
 * Finds the cursor with the smallest term: a tree in which every inner node stores the loser of its comparison.
 * Advancing one cursor costs log2(cursors) comparisons.
 */
class LoserTree {
  readonly #cursors: readonly RunCursor[]
  readonly #leaves: number
  readonly #losers: Int32Array
  readonly #terms: Float64Array
  #winner: number

  constructor(cursors: readonly RunCursor[]) {
    this.#cursors = cursors
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(1, cursors.length)))
    this.#losers = new Int32Array(this.#leaves)
    this.#terms = Float64Array.from({ length: this.#leaves }, (_, leaf) => cursors[leaf]?.term ?? ENDED)
    this.#winner = this.#playAll(1)
  }

  #playAll(node: number): number {
    if (node >= this.#leaves) return node - this.#leaves
    const left = this.#playAll(2 * node)
    const right = this.#playAll(2 * node + 1)
    const isLeft = (this.#terms[left] ?? ENDED) <= (this.#terms[right] ?? ENDED)
    this.#losers[node] = isLeft ? right : left
    return isLeft ? left : right
  }

  /** The cursor with the smallest term. */
  get first() {
    return this.#cursors[this.#winner]
  }

  /** Call after the first cursor advanced, with its new term. */
  replay(moved: Term) {
    const losers = this.#losers
    const terms = this.#terms
    let winner = this.#winner
    let term = moved
    terms[winner] = term
    for (let node = (winner + this.#leaves) >>> 1; node > 0; node >>>= 1) {
      const loser = losers[node] ?? 0
      const other = terms[loser] ?? 0
      if (other >= term) continue
      losers[node] = winner
      winner = loser
      term = other
    }
    this.#winner = winner
  }
}

/** Up to this count, insertion sort is faster than a call of `sort`; above TYPED_SORT_MAX, a bitmap is. */
const INSERTION_SORT_MAX = 16
const TYPED_SORT_MAX = 64

export type RunInFile = { file: ScratchFile; run: SortedRun }

/** The k-way merge of all runs: terms in ascending order, each with its companies. */
export class MergedPostings {
  readonly #loserTree: LoserTree
  readonly #placeOf: Uint32Array
  readonly #numbers: NumberSet
  /** The first `count` elements are the companies of the current term, ascending. */
  readonly docs: Uint32Array
  count = 0
  term: Term = 0

  /** `placeOf`: the number in the segment of every company, by order of adding. */
  constructor(runs: readonly RunInFile[], placeOf: Uint32Array) {
    const share = Math.floor(TOTAL_WINDOW_BYTES / Math.max(1, runs.length))
    const window = Math.max(MIN_WINDOW_BYTES, Math.min(MAX_WINDOW_BYTES, share))
    this.#loserTree = new LoserTree(runs.map(({ file, run }) => new RunCursor(file, run, window)))
    this.#placeOf = placeOf
    this.#numbers = new NumberSet(placeOf.length)
    this.docs = new Uint32Array(placeOf.length)
  }

  /** Advances to the next term; false at the end. */
  advance(): boolean {
    const loserTree = this.#loserTree
    let cursor = loserTree.first
    if (cursor === undefined || cursor.term === ENDED) return false
    const { term } = cursor
    this.term = term
    this.count = 0
    while (cursor !== undefined && cursor.term === term) {
      this.count = cursor.take(this.#placeOf, this.docs, this.count)
      loserTree.replay(cursor.term)
      cursor = loserTree.first
    }
    if (this.count <= INSERTION_SORT_MAX) insertionSort(this.docs, this.count)
    else if (this.count <= TYPED_SORT_MAX) this.docs.subarray(0, this.count).sort()
    else this.#numbers.sort(this.docs, this.count)
    return true
  }
}

/** A bitmap with a summary bit per 32 bits, so that empty words are skipped. */
class NumberSet {
  readonly #bits: Uint32Array
  readonly #words: Uint32Array

  constructor(bound: number) {
    this.#bits = new Uint32Array(Math.ceil(bound / 32))
    this.#words = new Uint32Array(Math.ceil(bound / 1024))
  }

  /** Sorts the first `count` numbers, which are distinct. Leaves the bitmap empty. */
  sort(numbers: Uint32Array, count: number) {
    const bits = this.#bits
    const words = this.#words
    for (let at = 0; at < count; at += 1) {
      const number = numbers[at] ?? 0
      bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31))
      words[number >>> 10] = (words[number >>> 10] ?? 0) | (1 << ((number >>> 5) & 31))
    }
    let at = 0
    for (let index = 0; index < words.length; index += 1) {
      for (let left = words[index] ?? 0; left !== 0; left &= left - 1) {
        const word = index * 32 + lowestBit(left)
        for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
          numbers[at] = word * 32 + lowestBit(rest)
          at += 1
        }
        bits[word] = 0
      }
      words[index] = 0
    }
  }
}

const lowestBit = (word: number) => 31 - Math.clz32(word & -word)

function insertionSort(docs: Uint32Array, count: number) {
  for (let next = 1; next < count; next += 1) {
    const doc = docs[next] ?? 0
    let at = next
    for (; at > 0 && (docs[at - 1] ?? 0) > doc; at -= 1) docs[at] = docs[at - 1] ?? 0
    docs[at] = doc
  }
}
