import type { QueryPlan } from '../../analysis/query-plan.ts'
import type { CompanyFilters } from '../../company-search.ts'
import type { Candidates } from '../../ranking/candidate-generation.ts'
import { tiers } from '../../ranking/match.ts'
import { anyOf, clauseOf, type DocQuery, querySets } from './doc-query.ts'
import type { FetchedPage } from './fetched-results.ts'
import { filterClauses } from './filter-clauses.ts'
import type { FoundCompany } from './found-company.ts'
import { type Proposals, pagesOf, type QueryIndex } from './query-index.ts'
import { countBody, pageBody, type SearchBody } from './search-body.ts'

/** Candidates that are verified one by one for a count; each is fetched with its record. */
const MOST_VERIFIED = 20_000
const VERIFIED_PAGE = 1001
/** Candidates beyond the limit, in place of those that are rejected. */
const REJECTED = 64
/** Candidates of each further page up to a limit: those of the first one nearly suffice. */
const FURTHER_PAGE = 200

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
    announceMatches(proposals, limit)
    if (index.fewCandidates(proposals) !== null) return [...index.ranked(plan, filters, now)].length
    const proved = provedBody(proposals, limit)
    const count = proved === null ? 0 : fetched.total(proved)
    const isMore = limit === null || count < limit
    const doubtful = isMore ? doubtfulBody(proposals, limit) : null
    return doubtful === null ? count : addVerified(doubtful, { plan, proposals, count, limit })
  }

  /** Fetches what `matches` reads first. */
  function announceMatches(proposals: Proposals, limit: number | null) {
    const { few } = proposals
    if (few !== null && fetched.peek(few)?.isLast !== false) return fetched.announce(few)
    const proved = provedBody(proposals, limit)
    if (proved !== null) fetched.announce(proved)
    // A keyword that may have had few candidates is long, so that few matches are proved.
    const doubtful = few === null && proved !== null ? null : doubtfulBody(proposals, limit)
    if (doubtful !== null) fetched.announce(doubtful)
  }

  type Verification = { plan: QueryPlan; proposals: Proposals; count: number; limit: number | null }

  function addVerified(body: SearchBody, { plan, proposals, count, limit }: Verification): number | null {
    const doubtful = proposals.byTier.filter(({ isExact }) => !isExact)
    const isMatch = (company: FoundCompany) =>
      doubtful.some((candidates) => index.verified(company, candidates, plan) !== null)
    let total = count
    let read = 0
    for (const page of pagesOf(fetched, body, limit === null ? VERIFIED_PAGE : FURTHER_PAGE)) {
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
    if (proposals !== null) announceMatches(proposals, limit)
  }

  return { matches, passing, announce }
}

/** The part of the candidates whose match is proved by terms. */
const provedPart = ({ docs, isExact, parts = [] }: Candidates<DocQuery>): DocQuery =>
  isExact ? docs : anyOf(parts.map(provedPart))

const provedOf = ({ byTier }: Proposals) => anyOf(byTier.map(provedPart))

/** Counts the companies whose match is proved by terms; null: there can be none. */
function provedBody(proposals: Proposals, limit: number | null): SearchBody | null {
  const proved = provedOf(proposals)
  return proved.type === 'none' ? null : countBody([clauseOf(proved), ...proposals.conditions], limit)
}

/** The part of the candidates that has to be verified. */
const doubtfulPart = ({ docs, isExact, parts }: Candidates<DocQuery>): DocQuery => {
  if (isExact) return querySets.none
  return parts === undefined ? docs : anyOf(parts.map(doubtfulPart))
}

/** The candidates whose match is not proved by terms; null: there are none. */
function doubtfulBody(proposals: Proposals, size: number | null): SearchBody | null {
  const others = proposals.byTier.filter(({ isExact }) => !isExact)
  const proved = provedOf(proposals)
  if (others.length === 0) return null
  const isUnproved = proved.type === 'none' ? [] : [{ bool: { must_not: [clauseOf(proved)] } }]
  const filter = [clauseOf(anyOf(others.map(doubtfulPart))), ...isUnproved, ...proposals.conditions]
  const wanted = others.some(({ tier }) => tier === tiers.longText) ? 'texts' : 'records'
  return pageBody({ filter, size: size === null ? VERIFIED_PAGE : size + REJECTED, wanted })
}
