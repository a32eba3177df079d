/**
 * Lower bound for a search by name: all names in memory, and for each character and each pair of neighbours a posting
 * list of companies in rank order. A search walks the shortest list until enough names contain every term. No ranking
 * tiers, no match reasons, no files, no checksums, one thread.
 */
export type LimitIndex = {
  /** The first `limit` companies in rank order whose name contains every term. */
  search: (terms: readonly string[], limit: number) => number[]
  name: (doc: number) => string
  bytes: number
}

const CELLS = 2 ** 24
/** A character (`second` 0) or a pair; the names distinguish the few that share a cell. */
const cellOf = (first: number, second: number) => (Math.imul(first, 0x9e3b) + second) & (CELLS - 1)

/** `nameOf` is called once for every number below `count`, which is the place in rank order. */
export function buildLimitIndex(count: number, nameOf: (doc: number) => string): LimitIndex {
  const { units, offsets } = collectNames(count, nameOf)
  const { starts, postings } = collectPostings((visit) => {
    for (let doc = 0; doc < count; doc += 1) {
      const end = offsets[doc + 1] ?? 0
      for (let at = offsets[doc] ?? 0; at < end; at += 1) {
        const unit = units[at] ?? 0
        visit(cellOf(unit, 0), doc)
        if (at + 1 < end) visit(cellOf(unit, units[at + 1] ?? 0), doc)
      }
    }
  })

  const contains = (doc: number, term: string) => {
    const last = (offsets[doc + 1] ?? 0) - term.length
    for (let start = offsets[doc] ?? 0; start <= last; start += 1) {
      let equal = 0
      while (equal < term.length && units[start + equal] === term.charCodeAt(equal)) equal += 1
      if (equal === term.length) return true
    }
    return false
  }

  const shortestList = (terms: readonly string[]): Uint32Array => {
    let shortest: Uint32Array | null = null
    for (const term of terms) {
      for (let at = 0; at < Math.max(1, term.length - 1); at += 1) {
        const cell = cellOf(term.charCodeAt(at), term.length > 1 ? term.charCodeAt(at + 1) : 0)
        const list = postings.subarray(starts[cell], starts[cell + 1])
        if (shortest === null || list.length < shortest.length) shortest = list
      }
    }
    return shortest ?? new Uint32Array()
  }

  const search = (terms: readonly string[], limit: number) => {
    const found: number[] = []
    let previous = -1
    for (const doc of shortestList(terms)) {
      if (doc === previous || !terms.every((term) => contains(doc, term))) continue
      previous = doc
      if (found.push(doc) === limit) break
    }
    return found
  }

  return {
    search,
    name: (doc) => String.fromCharCode(...units.subarray(offsets[doc], offsets[doc + 1])),
    bytes: units.byteLength + offsets.byteLength + starts.byteLength + postings.byteLength,
  }
}

/** All names in one array: ten million strings would cost the garbage collector too much. */
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

/** All lists in one array: list `cell` is from `starts[cell]` to `starts[cell + 1]`. */
function collectPostings(eachPosting: (visit: (cell: number, doc: number) => void) => void) {
  // Counted two cells further on, so that filling moves each start to its final place.
  const starts = new Uint32Array(CELLS + 2)
  eachPosting((cell) => {
    starts[cell + 2] = (starts[cell + 2] ?? 0) + 1
  })
  for (let cell = 2; cell < starts.length; cell += 1) starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  const postings = new Uint32Array(starts.at(-1) ?? 0)
  eachPosting((cell, doc) => {
    const at = starts[cell + 1] ?? 0
    postings[at] = doc
    starts[cell + 1] = at + 1
  })
  return { starts, postings }
}
