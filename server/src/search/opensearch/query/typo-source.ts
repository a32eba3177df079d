import type { TypoSource } from '../../ranking/company-index.ts'
import { type Clause, clauseOf, type DocQuery, querySets, termQuery } from './doc-query.ts'
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
  let announced: readonly DocQuery[] = []
  let most = 0

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

  const bodyOf = (set: DocQuery) =>
    pageBody({ filter: [clauseOf(set)], size: Math.min(most, sizeOf(set)) + 1, wanted: 'records' })

  /** Fetches the sets behind this one, as far as they are surely compared. */
  function announceFrom(set: DocQuery) {
    let count = 0
    for (const next of announced.slice(announced.indexOf(set))) {
      if (sizeOf(next) > 0) fetched.announce(bodyOf(next))
      count += sizeOf(next)
      if (count >= most) return
    }
  }

  return {
    sets: { ...querySets, postings, sizeOf },
    announce: (sets, limit) => {
      announced = sets
      most = limit
    },
    *companiesOf(set) {
      if (sizeOf(set) === 0) return
      announceFrom(set)
      yield* companiesOf(bodyOf(set))
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
