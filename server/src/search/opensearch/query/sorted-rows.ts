import type { QueryPlan } from '../../analysis/query-plan.ts'
import type { CompanyFilters } from '../../company-search.ts'
import { tiers } from '../../ranking/match.ts'
import { isDateSort, type ValueSort, valueFor } from '../../ranking/value-order.ts'
import { anyOf, type Clause, clauseOf } from './doc-query.ts'
import { filterClauses } from './filter-clauses.ts'
import { type FoundCompany, ranksBefore } from './found-company.ts'
import { type Proposals, pagesOf, type QueryIndex, type RankedCompany } from './query-index.ts'
import { type PageOrder, pageBody, type SearchBody } from './search-body.ts'

/** Candidates that are verified until the page is full. */
const MOST_VERIFIED = 5000

type SortRequest = { filters: CompanyFilters; now: number; sort: ValueSort; size: number }

/** Rows in the order of a value. OpenSearch sorts all candidates, so the order is that of all companies. */
export function createSortedRows(index: QueryIndex, { filters, now, sort, size }: SortRequest) {
  const { fetched } = index
  const valueOf = valueFor(sort)
  let isTooBroad = false

  /** Companies with the value, then those without it. */
  function bodiesFor(filter: readonly Clause[]): [stated: SearchBody, unstated: SearchBody] {
    const field = isDateSort(sort) ? 'founded_on' : 'capital'
    const isStated: Clause = field === 'founded_on' ? { range: { founded_on: { gte: 1 } } } : { exists: { field } }
    const direction = sort === 'foundedNewest' || sort === 'capitalHighest' ? 'desc' : 'asc'
    const page = (clause: Clause, order: PageOrder) =>
      pageBody({ filter: [clause, ...filter], size, wanted: 'everything', order })
    return [page(isStated, { field, direction }), page({ bool: { must_not: [isStated] } }, null)]
  }

  function* companiesIn(filter: readonly Clause[]): Generator<FoundCompany, void, undefined> {
    for (const body of bodiesFor(filter)) for (const { companies } of pagesOf(fetched, body)) yield* companies
  }

  /** The companies that pass the filters. */
  function* passing(): Generator<RankedCompany, void, undefined> {
    const filter = filterClauses(filters, now)
    if (filter === null) return
    for (const company of companiesIn(filter)) yield { company, tier: tiers.exactName, match: null }
  }

  /** The matches of a plan. Ends early, with `isTooBroad`, when too many candidates had to be verified. */
  function* matches(plan: QueryPlan): Generator<RankedCompany, void, undefined> {
    const proposals = index.proposalsFor(plan, filters, now)
    if (proposals === null) return
    const candidates = proposals.byTier.map((one) => ({ ...one, isExact: false }))
    let verified = 0
    for (const company of companiesIn(filterOf(proposals))) {
      isTooBroad = verified === MOST_VERIFIED
      if (isTooBroad) return
      verified += 1
      const found = candidates.map((one) => index.verified(company, one, plan)).find((match) => match !== null)
      if (found !== undefined) yield found
    }
  }

  /** Both in the order of the value, each company once. */
  function* merged(few: readonly RankedCompany[], rows: Iterable<RankedCompany>) {
    const ids = new Set(few.map(({ company }) => company.id))
    const waiting = few.toSorted((a, b) => (precedes(a.company, b.company) ? -1 : 1))
    for (const row of rows) {
      while (waiting[0] !== undefined && precedes(waiting[0].company, row.company)) {
        const first = waiting.shift()
        if (first !== undefined) yield first
      }
      if (!ids.has(row.company.id)) yield row
    }
    yield* waiting
  }

  function precedes(a: FoundCompany, b: FoundCompany) {
    const [one, other] = [valueOf(a), valueOf(b)]
    return one === other ? ranksBefore(a, b) : one < other
  }

  return {
    passing,
    matches,
    merged,
    isTooBroad: () => isTooBroad,
    /** Fetches what the rows read first. */
    announce(plan: QueryPlan | null) {
      const proposals = plan === null ? null : index.proposalsFor(plan, filters, now)
      const filter = plan === null ? filterClauses(filters, now) : proposals && filterOf(proposals)
      if (filter !== null) fetched.announce(bodiesFor(filter)[0])
    },
  }
}

function filterOf(proposals: Proposals): readonly Clause[] {
  return [clauseOf(anyOf(proposals.byTier.map(({ docs }) => docs))), ...proposals.conditions]
}
