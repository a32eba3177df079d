import type { TypoReading, TypoSource } from '../../ranking/company-index.ts'
import { anyOf, type Clause, clauseOf, countTerms, type DocQuery, querySets, termQuery } from './doc-query.ts'
import type { FetchedResults } from './fetched-results.ts'
import type { FoundCompany } from './found-company.ts'
import { pageBody, type SearchBody } from './search-body.ts'

/** Parts of an intersection that are looked up. */
const MOST_PARTS = 10

/** How a set is read. */
type Reading = {
  /** The first of the sets that are surely compared, and the searches for all of them. */
  first: DocQuery | undefined
  bodies: readonly SearchBody[]
  /** The sets behind those. */
  long: readonly DocQuery[]
  most: number
}

type TypoSourceDeps = {
  fetched: FetchedResults
  companiesOf: (first: SearchBody) => Iterable<FoundCompany>
  /** Those of the filters; null: no company passes. */
  conditions: readonly Clause[] | null
}

const bodyOf = (set: DocQuery, size: number) => pageBody({ filter: [clauseOf(set)], size: size + 1, wanted: 'records' })

/** Where typo correction looks for companies. The sizes of sets are those of the terms, as in a segment. */
export function createTypoSource({
  fetched,
  companiesOf,
  conditions,
}: TypoSourceDeps): TypoSource<FoundCompany, DocQuery> {
  const readingOf = new Map<DocQuery, Reading>()

  const postings = (term: number) => {
    fetched.announceFrequency(term)
    return termQuery(term)
  }

  function sizeOf(set: DocQuery): number {
    switch (set.type) {
      case 'none':
        return 0
      case 'term':
        return fetched.frequency(set.term)
      case 'all':
        return Math.min(...set.of.map(sizeOf))
      case 'any':
        return set.of.reduce((sum, one) => sum + sizeOf(one), 0)
      default:
        return set satisfies never
    }
  }

  /** The rarest parts of an intersection. The companies with those and without the others are hardly any. */
  const narrowed = (set: DocQuery): DocQuery =>
    set.type === 'all' ? { ...set, of: set.of.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, MOST_PARTS) } : set

  const longBody = (set: DocQuery, most: number) => bodyOf(narrowed(set), Math.min(most, sizeOf(set)))

  function prepare({ sets, sure: count, most }: TypoReading<DocQuery>) {
    const sure = sets.slice(0, count).filter((set) => sizeOf(set) > 0)
    const bodies = chunksOf(sure.map(narrowed)).map((chunk) => {
      const size = chunk.reduce((sum, set) => sum + sizeOf(set), 0)
      return bodyOf(anyOf(chunk), Math.min(size, most))
    })
    for (const body of bodies) fetched.announce(body)
    for (const set of sets) readingOf.set(set, { first: sure[0], bodies, long: sets.slice(count), most })
  }

  /** Fetches the sets from this one on as far as they are surely compared unless a name is found. */
  function announceFrom(set: DocQuery, { long, most }: Reading) {
    let count = 0
    for (const next of long.slice(long.indexOf(set))) {
      fetched.announce(longBody(next, most))
      count += sizeOf(next)
      if (count >= most) return
    }
  }

  return {
    sets: { ...querySets, postings, sizeOf },
    announce: (readings) => readings.forEach(prepare),
    *companiesOf(set) {
      const reading = readingOf.get(set)
      if (reading === undefined || sizeOf(set) === 0) return
      if (reading.long.includes(set)) {
        announceFrom(set, reading)
        yield* companiesOf(longBody(set, reading.most))
      } else if (set === reading.first) {
        // The caller skips companies that it has compared, so the first of these sets may stand for all.
        for (const body of reading.bodies) yield* companiesOf(body)
      }
    },
    passing(matches) {
      if (matches.length === 0 || conditions?.length === 0) return [...matches]
      if (conditions === null) return []
      const ids = matches.map(({ company }) => company.id)
      const filter = [{ ids: { values: ids } }, ...conditions]
      const page = fetched.page(pageBody({ filter, size: ids.length + 1, wanted: 'ids' }))
      const passing = new Set(page.companies.map(({ id }) => id))
      return matches.filter(({ company }) => passing.has(company.id))
    },
  }
}

/** OpenSearch accepts 1,024 terms in one query. */
const MOST_TERMS = 800

/** The sets in parts whose terms one query may have. */
function chunksOf(sets: readonly DocQuery[]): DocQuery[][] {
  const chunks: DocQuery[][] = []
  let terms = Number.POSITIVE_INFINITY
  for (const set of sets) {
    const count = countTerms(set)
    terms += count
    if (terms > MOST_TERMS) {
      chunks.push([])
      terms = count
    }
    chunks.at(-1)?.push(set)
  }
  return chunks
}
