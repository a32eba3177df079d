import type { TypoReading, TypoSource } from '../../ranking/company-index.ts'
import { anyOf, type Clause, clauseOf, type DocQuery, querySets, termQuery } from './doc-query.ts'
import type { FetchedResults } from './fetched-results.ts'
import type { FoundCompany } from './found-company.ts'
import { pageBody, type SearchBody } from './search-body.ts'

type TypoSourceDeps = {
  fetched: FetchedResults
  companiesOf(first: SearchBody): Iterable<FoundCompany>
  /** Those of the filters; null: no company passes. */
  conditions: readonly Clause[] | null
}

/** Where typo correction looks for companies. The sizes of sets are those of the terms, as in a segment. */
export function createTypoSource({
  fetched,
  companiesOf,
  conditions,
}: TypoSourceDeps): TypoSource<FoundCompany, DocQuery> {
  let reading: TypoReading<DocQuery> = { sets: [], sure: 0, most: 0 }

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

  const bodyOf = (set: DocQuery, size: number) =>
    pageBody({ filter: [clauseOf(set)], size: size + 1, wanted: 'records' })

  /** One search for all companies that are compared in any case. */
  const sureBody = (sure: readonly DocQuery[]) => {
    const size = sure.reduce((sum, set) => sum + sizeOf(set), 0)
    return bodyOf(anyOf(sure), Math.min(size, reading.most))
  }

  const longBody = (set: DocQuery) => bodyOf(set, Math.min(reading.most, sizeOf(set)))

  /** Fetches this set, and those behind it as far as they are surely compared unless a name is found. */
  function announceFrom(at: number) {
    let count = 0
    for (const next of reading.sets.slice(at)) {
      fetched.announce(longBody(next))
      count += sizeOf(next)
      if (count >= reading.most) return
    }
  }

  return {
    sets: { ...querySets, postings, sizeOf },
    announce: (next) => {
      reading = next
    },
    *companiesOf(set) {
      if (sizeOf(set) === 0) return
      const at = reading.sets.indexOf(set)
      if (at < reading.sure) {
        const sure = reading.sets.slice(0, reading.sure).filter((one) => sizeOf(one) > 0)
        // The caller skips companies that it has compared, so the first of these sets may stand for all.
        if (set === sure[0]) yield* companiesOf(sureBody(sure))
        return
      }
      announceFrom(at)
      yield* companiesOf(longBody(set))
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
