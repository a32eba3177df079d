/** Digits of 11 bits: their 2,048 counters fit into the L1 cache. */
const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS
const LAST_DIGIT = DIGITS - 1
const NUMBER_BITS = 53
const HIGH = 2 ** 32

/** The digits of a term, lowest first: the 32-bit word that contains each, and its shift. */
const digitPositions = [
  { word: 0, shift: 0 },
  { word: 0, shift: DIGIT_BITS },
  { word: 0, shift: 2 * DIGIT_BITS },
  { word: 1, shift: 0 },
  { word: 1, shift: DIGIT_BITS },
] as const

/** Turns counts into start offsets; null when all entries have the same digit, so there is nothing to move. */
function startsOf(counts: Uint32Array, total: number): Uint32Array | null {
  let start = 0
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const count = counts[digit] ?? 0
    if (count === total) return null
    counts[digit] = start
    start += count
  }
  return counts
}

/** `words`: two per term, the lower first. `whole`: the same memory, to move both words at once. */
type Columns = { words: Uint32Array; whole: Float64Array; docs: Uint16Array }

function columnsOf(capacity: number): Columns {
  const whole = new Float64Array(capacity)
  return { words: new Uint32Array(whole.buffer), whole, docs: new Uint16Array(capacity) }
}

/**
 * Pairs of a term and a company below 65,536, sorted by LSD radix sort, which allocates nothing per entry and is
 * stable.
 */
export class TermEntries {
  #columns: Columns
  #spare: Columns
  count = 0

  constructor(capacity: number) {
    this.#columns = columnsOf(capacity)
    this.#spare = columnsOf(capacity)
  }

  add(term: number, doc: number) {
    const at = this.count
    if (at === this.#columns.docs.length) this.#grow()
    const { words, docs } = this.#columns
    words[2 * at] = term
    words[2 * at + 1] = term / HIGH
    docs[at] = doc
    this.count = at + 1
  }

  #grow() {
    const { words, docs } = this.#columns
    this.#columns = columnsOf(this.count * 2)
    this.#columns.words.set(words)
    this.#columns.docs.set(docs)
    this.#spare = columnsOf(this.count * 2)
  }

  termAt(at: number): number {
    const { words } = this.#columns
    return (words[2 * at + 1] ?? 0) * HIGH + (words[2 * at] ?? 0)
  }

  docAt(at: number): number {
    return this.#columns.docs[at] ?? 0
  }

  /** The end (exclusive) of the entries with the same term as `from`. Requires sorted entries. */
  endOf(from: number): number {
    const { words } = this.#columns
    const [low, high] = [words[2 * from], words[2 * from + 1]]
    let end = from + 1
    while (end < this.count && words[2 * end] === low && words[2 * end + 1] === high) end += 1
    return end
  }

  /** The number of distinct companies among these sorted entries. */
  countDocs(from: number, to: number): number {
    const { docs } = this.#columns
    let count = 1
    for (let at = from + 1; at < to; at += 1) if (docs[at] !== docs[at - 1]) count += 1
    return count
  }

  /** Sorts by term; stable. */
  sort() {
    countDigits(this.#columns.words, this.count).forEach((counts, digit) => {
      const starts = startsOf(counts, this.count)
      const place = digitPositions[digit]
      if (starts === null || place === undefined) return
      const [from, to] = [this.#columns, this.#spare]
      scatter(from, to, place.word, place.shift, starts, this.count)
      this.#columns = to
      this.#spare = from
    })
  }

  clear() {
    this.count = 0
  }
}

/** Counts every digit in one pass: moving entries does not change the counts. */
function countDigits(words: Uint32Array, count: number): Uint32Array[] {
  const [first, second, third, fourth, fifth] = [noCounts(), noCounts(), noCounts(), noCounts(), noCounts()]
  for (let at = 0; at < count; at += 1) {
    const low = words[2 * at] ?? 0
    const high = words[2 * at + 1] ?? 0
    increment(first, low & LAST_DIGIT)
    increment(second, (low >>> DIGIT_BITS) & LAST_DIGIT)
    increment(third, low >>> (2 * DIGIT_BITS))
    increment(fourth, high & LAST_DIGIT)
    increment(fifth, high >>> DIGIT_BITS)
  }
  return [first, second, third, fourth, fifth]
}

const noCounts = () => new Uint32Array(DIGITS)

function increment(counts: Uint32Array, digit: number) {
  counts[digit] = (counts[digit] ?? 0) + 1
}

function scatter(from: Columns, to: Columns, word: number, shift: number, starts: Uint32Array, count: number) {
  const { words, whole, docs } = from
  const { whole: sorted, docs: sortedDocs } = to
  for (let at = 0; at < count; at += 1) {
    const digit = ((words[2 * at + word] ?? 0) >>> shift) & LAST_DIGIT
    const place = starts[digit] ?? 0
    starts[digit] = place + 1
    sorted[place] = whole[at] ?? 0
    sortedDocs[place] = docs[at] ?? 0
  }
}

/** Numbers processed between two yields. */
const STEP = 1 << 18

/** The stable sort order of integers below 2^53, as indexes. Yields so that the caller may pause. */
export function* orderOf(numbers: Float64Array): Generator<void, Uint32Array> {
  const count = numbers.length
  let order = new Uint32Array(count)
  for (let at = 0; at < count; at += 1) order[at] = at
  let spare = new Uint32Array(count)
  for (let bits = 0; bits < NUMBER_BITS; bits += DIGIT_BITS) {
    const scale = 2 ** bits
    const counts = new Uint32Array(DIGITS)
    for (let from = 0; from < count; from += STEP) {
      for (const number of numbers.subarray(from, from + STEP)) {
        increment(counts, (number / scale) & LAST_DIGIT)
      }
      yield
    }
    const starts = startsOf(counts, count)
    if (starts === null) continue
    for (let from = 0; from < count; from += STEP) {
      for (const place of order.subarray(from, from + STEP)) {
        const digit = ((numbers[place] ?? 0) / scale) & LAST_DIGIT
        const start = starts[digit] ?? 0
        starts[digit] = start + 1
        spare[start] = place
      }
      yield
    }
    ;[order, spare] = [spare, order]
  }
  return order
}
