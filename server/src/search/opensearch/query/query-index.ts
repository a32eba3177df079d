import type { Pronunciation } from '../../analysis/pronunciation.ts'
import { planQuery, possibleNames, type QueryPlan, type Vocabulary } from '../../analysis/query-plan.ts'
import { wholeTerms } from '../../analysis/term.ts'
import type { CompanyFilters, SearchedFacts } from '../../company-search.ts'
import { candidatesByTier, type TierCandidates } from '../../ranking/candidate-generation.ts'
import type { CompanyIndex, RankedCompany as Ranked } from '../../ranking/company-index.ts'
import { tiers } from '../../ranking/match.ts'
import { matchInTier, surelyMatches, tierList } from '../../ranking/tiers.ts'
import { anyOf, type Clause, clauseOf, type DocQuery, querySets, termQuery } from './doc-query.ts'
import type { FetchedPage, FetchedResults } from './fetched-results.ts'
import { filterClauses } from './filter-clauses.ts'
import { type FoundCompany, ranksBefore } from './found-company.ts'
import { pageAfter, pageBody, type SearchBody, type Wanted } from './search-body.ts'
import { createTypoSource } from './typo-source.ts'

export type RankedCompany = Ranked<FoundCompany>

export type QueryIndexDeps = {
  fetched: FetchedResults
  pronunciation: Pronunciation
  isRegion: Vocabulary['isRegion']
  /** Rows of the page; a tier is read this far at first. */
  pageSize: number
}

/**
 * A keyword with fewer candidates than this is answered by one search for all tiers together: the candidates are
 * distributed over the tiers here.
 */
const FEW_CANDIDATES = 64
/** At least as many rows of a tier are fetched as decide whether the keyword is corrected. */
const SMALLEST_PAGE = 24
/** Rows of each further page, and of the first at most. */
const LARGEST_PAGE = 1000

/** The candidates of a keyword. */
export type Proposals = {
  byTier: readonly TierCandidates<DocQuery>[]
  conditions: readonly Clause[]
  /** Every candidate, when there are few. */
  few: SearchBody
}

/** The index behind OpenSearch, as far as the results of one query have been fetched. */
export function createQueryIndex({ fetched, pronunciation, isRegion, pageSize }: QueryIndexDeps) {
  const firstPage = Math.min(LARGEST_PAGE, Math.max(SMALLEST_PAGE, pageSize + 1))
  const proposalsByPlan = new Map<QueryPlan, Map<string, Proposals | null>>()

  const vocabulary: Vocabulary = {
    isRegion,
    isName: (key) => namesLike(key).has(key),
    syllables: pronunciation.syllables,
  }

  /** Keys of the full names among all texts that the plan of a keyword may look up. */
  let knownNames: { among: ReadonlySet<string>; found: ReadonlySet<string> } | null = null
  function namesLike(key: string): ReadonlySet<string> {
    if (knownNames?.among.has(key) === true) return knownNames.found
    const among = possibleNames(key)
    const found = new Set<string>()
    for (const { record } of companiesOf(namesBody(among))) {
      for (const { field, key: name } of record.names) if (field === 'name' || field === 'formerName') found.add(name)
    }
    knownNames = { among: new Set(among), found }
    return found
  }

  function* companiesOf(first: SearchBody): Generator<FoundCompany, void, undefined> {
    for (const { companies } of pagesOf(fetched, first)) yield* companies
  }

  /** null: no company can match. */
  function proposalsFor(plan: QueryPlan, filters: CompanyFilters, now: number): Proposals | null {
    const byFilters = proposalsByPlan.get(plan) ?? new Map<string, Proposals | null>()
    proposalsByPlan.set(plan, byFilters)
    const key = JSON.stringify(filters)
    const known = byFilters.get(key)
    if (known !== undefined) return known
    const proposals = propose(plan, filters, now)
    byFilters.set(key, proposals)
    return proposals
  }

  function propose(plan: QueryPlan, filters: CompanyFilters, now: number): Proposals | null {
    const candidatesFor = candidatesByTier(plan, pronunciation, querySets)
    const byTier = tierList.map(candidatesFor).filter((candidates) => candidates !== null)
    const conditions = filterClauses(filters, now)
    if (byTier.length === 0 || conditions === null) return null
    const all = anyOf(byTier.map(({ docs }) => docs))
    const few = pageBody({ filter: [clauseOf(all), ...conditions], size: FEW_CANDIDATES, wanted: 'texts' })
    return { byTier, conditions, few }
  }

  const firstPageOf = ({ tier, docs }: TierCandidates<DocQuery>, conditions: readonly Clause[]): SearchBody => {
    const wanted: Wanted = tier === tiers.longText ? 'texts' : 'records'
    return pageBody({ filter: [clauseOf(docs), ...conditions], size: firstPage, wanted })
  }

  /** Fetches what `ranked` reads first. */
  function announceRanked({ byTier, conditions, few }: Proposals) {
    fetched.announce(few)
    for (const candidates of byTier) fetched.announce(firstPageOf(candidates, conditions))
  }

  function* ranked(plan: QueryPlan, filters: CompanyFilters, now: number): Generator<RankedCompany, void, undefined> {
    const proposals = proposalsFor(plan, filters, now)
    if (proposals === null) return
    announceRanked(proposals)
    const { byTier, conditions, few } = proposals
    const all = fetched.page(few)
    const emitted = new Set<string>()
    for (const candidates of byTier) {
      const companies = all.isLast ? all.companies : companiesOf(firstPageOf(candidates, conditions))
      const isExact = candidates.isExact && !all.isLast
      for (const company of companies) {
        if (emitted.has(company.id)) continue
        const found = verified(company, { ...candidates, isExact }, plan)
        if (found === null) continue
        emitted.add(company.id)
        yield found
      }
    }
  }

  function verified(company: FoundCompany, { tier, isExact }: TierCandidates<DocQuery>, plan: QueryPlan) {
    const isSure = isExact || surelyMatches(tier, company, plan)
    const match = isSure ? null : matchInTier(tier, company, plan, pronunciation.readings)
    return isSure || match !== null ? { company, tier, match } : null
  }

  function* filtered(filters: CompanyFilters, now: number): Generator<RankedCompany, void, undefined> {
    const filter = filterClauses(filters, now)
    if (filter === null) return
    for (const company of companiesOf(pageBody({ filter, size: firstPage, wanted: 'records' }))) {
      yield { company, tier: tiers.exactName, match: null }
    }
  }

  /**
   * Parses a keyword; null when it contains nothing that can be searched. The names that it may contain are looked up
   * together with what `announce` announces for the plan without them, which is nearly always the plan.
   */
  function plan(keyword: string, within: SearchedFacts | undefined, announce: (draft: QueryPlan) => void) {
    const draft = planQuery(keyword, { ...vocabulary, isName: () => false }, within)
    if (draft === null || possibleNames(draft.key).length === 0) return draft
    announce(draft)
    return planQuery(keyword, vocabulary, within)
  }

  const index: CompanyIndex<FoundCompany, DocQuery> = {
    vocabulary,
    pronunciation,
    ranked,
    filtered,
    ranksBefore,
    typoSources: (filters, now) => [
      createTypoSource({ fetched, companiesOf, conditions: filterClauses(filters, now) }),
    ],
  }
  return { ...index, fetched, plan, proposalsFor, announceRanked, verified }
}

/** The pages of a search, from the first on. */
export function* pagesOf(fetched: FetchedResults, first: SearchBody): Generator<FetchedPage, void, undefined> {
  for (let body = first; ; ) {
    const page = fetched.page(body)
    yield page
    if (page.isLast) return
    body = pageAfter(first, page.end, LARGEST_PAGE)
  }
}

export type QueryIndex = ReturnType<typeof createQueryIndex>

/** Companies that have or had one of these full names. Texts that are names are few, and so are companies of one name. */
function namesBody(keys: readonly string[]): SearchBody {
  const named = keys.flatMap((key) => {
    const termOf = wholeTerms(key)
    return [termQuery(termOf('exactName')), termQuery(termOf('exactFormerName'))]
  })
  return pageBody({ filter: [clauseOf(anyOf(named))], size: FEW_CANDIDATES, wanted: 'records' })
}
