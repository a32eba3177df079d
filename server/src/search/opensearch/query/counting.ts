import type { QueryPlan } from '../../analysis/query-plan.ts'
import type { CompanyFilters } from '../../company-search.ts'
import { tiers } from '../../ranking/match.ts'
import { anyOf, clauseOf } from './doc-query.ts'
import type { FetchedPage } from './fetched-results.ts'
import { filterClauses } from './filter-clauses.ts'
import type { FoundCompany } from './found-company.ts'
import { type Proposals, pagesOf, type QueryIndex } from './query-index.ts'
import { countBody, pageBody, type SearchBody } from './search-body.ts'

/** Candidates that are verified one by one for a count; each is fetched with its record. */
const MOST_VERIFIED = 20_000
const VERIFIED_PAGE = 1001

export type Counter = ReturnType<typeof createCounter>

/**
 * Counts matches. OpenSearch counts those that terms prove; the others are fetched and verified, and so are counted up
 * to a limit only. `verified` caches the matches of each page, since an evaluation starts again with each round.
 */
export function createCounter(index: QueryIndex, verified: WeakMap<FetchedPage, number>) {
  const { fetched } = index

  /** Matches of a plan, at most `limit`; null: too many to verify. */
  function matches(plan: QueryPlan, filters: CompanyFilters, now: number, limit: number | null): number | null {
    const proposals = index.proposalsFor(plan, filters, now)
    if (proposals === null) return 0
    const proved = provedBody(proposals, limit)
    if (proved !== null) fetched.announce(proved)
    if (fetched.page(proposals.few).isLast) return [...index.ranked(plan, filters, now)].length
    const count = proved === null ? 0 : fetched.total(proved)
    const isMore = limit === null || count < limit
    const doubtful = isMore ? doubtfulBody(proposals, limit === null ? null : limit - count) : null
    return doubtful === null ? count : addVerified(doubtful, { plan, proposals, count, limit })
  }

  type Verification = { plan: QueryPlan; proposals: Proposals; count: number; limit: number | null }

  function addVerified(body: SearchBody, { plan, proposals, count, limit }: Verification): number | null {
    const doubtful = proposals.byTier.filter(({ isExact }) => !isExact)
    const isMatch = (company: FoundCompany) =>
      doubtful.some((candidates) => index.verified(company, candidates, plan) !== null)
    let total = count
    let read = 0
    for (const page of pagesOf(fetched, body)) {
      const inPage = verified.get(page) ?? page.companies.filter(isMatch).length
      verified.set(page, inPage)
      total += inPage
      read += page.companies.length
      if (limit !== null && total >= limit) return limit
      if (read > MOST_VERIFIED && !page.isLast) return null
    }
    return total
  }

  /** Companies that pass the filters, at most `limit`. */
  function passing(filters: CompanyFilters, now: number, limit: number | null): number {
    const filter = filterClauses(filters, now)
    return filter === null ? 0 : fetched.total(countBody(filter, limit))
  }

  /** Fetches what a count reads first. */
  function announce(plan: QueryPlan | null, filters: CompanyFilters, now: number, limit: number | null) {
    if (plan === null) {
      const filter = filterClauses(filters, now)
      if (filter !== null) fetched.announce(countBody(filter, limit))
      return
    }
    const proposals = index.proposalsFor(plan, filters, now)
    if (proposals === null) return
    fetched.announce(proposals.few)
    const proved = provedBody(proposals, limit)
    if (proved !== null) fetched.announce(proved)
  }

  return { matches, passing, announce }
}

const union = (candidates: Proposals['byTier']) => clauseOf(anyOf(candidates.map(({ docs }) => docs)))

/** Counts the companies whose match is proved by terms; null: no tier has such. */
function provedBody({ byTier, conditions }: Proposals, limit: number | null): SearchBody | null {
  const exact = byTier.filter(({ isExact }) => isExact)
  return exact.length === 0 ? null : countBody([union(exact), ...conditions], limit)
}

/** The candidates whose match is not proved by terms; null: there are none. */
function doubtfulBody({ byTier, conditions }: Proposals, size: number | null): SearchBody | null {
  const [exact, others] = [byTier.filter(({ isExact }) => isExact), byTier.filter(({ isExact }) => !isExact)]
  if (others.length === 0) return null
  const isProved = exact.length === 0 ? [] : [{ bool: { must_not: [union(exact)] } }]
  const wanted = others.some(({ tier }) => tier === tiers.longText) ? 'texts' : 'records'
  return pageBody({ filter: [union(others), ...isProved, ...conditions], size: size ?? VERIFIED_PAGE, wanted })
}
