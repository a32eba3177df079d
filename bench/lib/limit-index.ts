/**
 * What no engine can be much faster than: every name in memory, and for each character and each pair of neighbours the
 * companies that have it, in rank order. The shortest list is walked until enough names hold every term. No ladder,
 * no reasons, no files, no check sums, one thread.
 */
export type LimitIndex = {
  /** The best ranked companies whose name holds every term, at most `limit`. */
  search: (terms: readonly string[], limit: number) => number[]
  /** The same by looking at every name. */
  searchEveryName: (terms: readonly string[], limit: number) => number[]
  name: (doc: number) => string
  /** How often one character, or two that are neighbours, stand in the names. */
  frequency: (gram: string) => number
  bytes: number
}

/** `nameOf(doc)` for every number below `count`, which is the place in rank order; asked once each. */
export function buildLimitIndex(count: number, nameOf: (doc: number) => string): LimitIndex {
  const { units, offsets } = collectNames(count, nameOf)
  const { numbers, distinct } = numberCharacters(units)
  // A pair is a cell of a square table; column 0 is the character alone.
  const gramAt = (at: number, isPair: boolean) =>
    (numbers[units[at] ?? 0] ?? 0) * distinct + (isPair ? (numbers[units[at + 1] ?? 0] ?? 0) : 0)

  const eachGram = (visit: (gram: number, doc: number) => void) => {
    for (let doc = 0; doc < count; doc += 1) {
      const end = offsets[doc + 1] ?? 0
      for (let at = offsets[doc] ?? 0; at < end; at += 1) {
        visit(gramAt(at, false), doc)
        if (at + 1 < end) visit(gramAt(at, true), doc)
      }
    }
  }
  const { starts, postings } = collectPostings(distinct * distinct, eachGram)

  const holds = (doc: number, term: string) => {
    const last = (offsets[doc + 1] ?? 0) - term.length
    for (let start = offsets[doc] ?? 0; start <= last; start += 1) {
      let met = 0
      while (met < term.length && units[start + met] === term.charCodeAt(met)) met += 1
      if (met === term.length) return true
    }
    return false
  }

  /** Of one character, or two that are neighbours. */
  const listOf = (gram: string): Uint32Array => {
    const [first = 0, second = 0] = Array.from({ length: gram.length }, (_, at) => numbers[gram.charCodeAt(at)] ?? 0)
    if (first === 0 || (second === 0 && gram.length > 1)) return empty
    const cell = first * distinct + second
    return postings.subarray(starts[cell], starts[cell + 1])
  }

  const shortestList = (terms: readonly string[]): Uint32Array => {
    let shortest: Uint32Array | null = null
    for (const term of terms) {
      for (let at = 0; at < Math.max(1, term.length - 1); at += 1) {
        const list = listOf(term.slice(at, at + 2))
        if (shortest === null || list.length < shortest.length) shortest = list
      }
    }
    return shortest ?? empty
  }

  const firstThatHold = (docs: Iterable<number>, terms: readonly string[], limit: number) => {
    const found: number[] = []
    let previous = -1
    for (const doc of docs) {
      if (doc === previous || !terms.every((term) => holds(doc, term))) continue
      previous = doc
      if (found.push(doc) === limit) break
    }
    return found
  }

  return {
    search: (terms, limit) => firstThatHold(shortestList(terms), terms, limit),
    searchEveryName: (terms, limit) => firstThatHold(upTo(count), terms, limit),
    name: (doc) => String.fromCharCode(...units.subarray(offsets[doc], offsets[doc + 1])),
    frequency: (gram) => listOf(gram).length,
    bytes: units.byteLength + offsets.byteLength + starts.byteLength + postings.byteLength,
  }
}

const empty = new Uint32Array()

function* upTo(count: number) {
  for (let doc = 0; doc < count; doc += 1) yield doc
}

/** All names behind one another: ten million strings would keep the garbage collector busy. */
function collectNames(count: number, nameOf: (doc: number) => string) {
  const offsets = new Uint32Array(count + 1)
  let units = new Uint16Array(1 << 20)
  let length = 0
  for (let doc = 0; doc < count; doc += 1) {
    const name = nameOf(doc)
    if (length + name.length > units.length) {
      const wider = new Uint16Array(units.length * 2)
      wider.set(units)
      units = wider
    }
    for (let at = 0; at < name.length; at += 1) units[length + at] = name.charCodeAt(at)
    length += name.length
    offsets[doc + 1] = length
  }
  return { units: units.slice(0, length), offsets }
}

/** Characters that occur, numbered from 1. */
function numberCharacters(units: Uint16Array) {
  const numbers = new Uint16Array(0x10000)
  let distinct = 1
  for (const unit of units) {
    if (numbers[unit] !== 0) continue
    numbers[unit] = distinct
    distinct += 1
  }
  return { numbers, distinct }
}

/** Lists behind one another: list `gram` stands from `starts[gram]` to `starts[gram + 1]`. */
function collectPostings(grams: number, eachGram: (visit: (gram: number, doc: number) => void) => void) {
  // Counted two cells further on, so that filling moves each start to where it belongs.
  const starts = new Uint32Array(grams + 2)
  eachGram((gram) => {
    starts[gram + 2] = (starts[gram + 2] ?? 0) + 1
  })
  for (let gram = 2; gram < starts.length; gram += 1) {
    starts[gram] = (starts[gram] ?? 0) + (starts[gram - 1] ?? 0)
  }
  const postings = new Uint32Array(starts.at(-1) ?? 0)
  eachGram((gram, doc) => {
    const at = starts[gram + 1] ?? 0
    postings[at] = doc
    starts[gram + 1] = at + 1
  })
  return { starts, postings }
}
