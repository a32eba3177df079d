import type { Pronunciation } from '../../analysis/pronunciation.ts'
import { planQuery, possibleNames, type QueryPlan, type Vocabulary } from '../../analysis/query-plan.ts'
import { wholeTerms } from '../../analysis/term.ts'
import type { CompanyFilters, SearchedFacts } from '../../company-search.ts'
import { candidatesByTier, type TierCandidates } from '../../ranking/candidate-generation.ts'
import type { CompanyIndex, RankedCompany as Ranked } from '../../ranking/company-index.ts'
import { type Tier, tiers } from '../../ranking/match.ts'
import { matchInTier, surelyMatches, tierList } from '../../ranking/tiers.ts'
import { anyOf, type Clause, clauseOf, type DocQuery, querySets, termQuery } from './doc-query.ts'
import type { FetchedPage, FetchedResults } from './fetched-results.ts'
import { filterClauses } from './filter-clauses.ts'
import { type FoundCompany, ranksBefore } from './found-company.ts'
import { pageAfter, pageBody, type SearchBody } from './search-body.ts'
import { createTypoSource } from './typo-source.ts'

export type RankedCompany = Ranked<FoundCompany>

export type QueryIndexDeps = {
  fetched: FetchedResults
  pronunciation: Pronunciation
  isRegion: Vocabulary['isRegion']
  /** Rows of the page; a tier is read this far at first. */
  pageSize: number
}

/** Candidates that are fetched at once, to be distributed over their tiers here. */
const FEW_CANDIDATES = 48
/** At least as many rows of a tier are fetched as decide whether the keyword is corrected. */
const SMALLEST_PAGE = 24
/** Rows of each further page, and of the first at most. */
const LARGEST_PAGE = 1000

/** Tiers with few companies for most keywords, which are searched together. Every other tier is searched alone. */
const groups: readonly (readonly Tier[])[] = [
  [
    tiers.exactName,
    tiers.exactCode,
    tiers.exactFormerName,
    tiers.mentionedName,
    tiers.exactBrand,
    tiers.exactShortened,
  ],
  [tiers.exactPinyin, tiers.person, tiers.phone],
]

type Candidates = TierCandidates<DocQuery>

/** Consecutive tiers that are searched together, and their first page. */
type TierGroup = { byTier: readonly Candidates[]; page: SearchBody }

/** The candidates of a keyword. */
export type Proposals = {
  byTier: readonly Candidates[]
  conditions: readonly Clause[]
  /** Every candidate, if there are few; null: there are surely many. */
  few: SearchBody | null
  groups: readonly TierGroup[]
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
    const few = isCommon(plan) ? null : bodyFor(byTier, conditions, FEW_CANDIDATES)
    const together = new Map(byTier.map((one): [Tier, Candidates] => [one.tier, one]))
    const grouped = groups.map((members) => members.flatMap((tier) => together.get(tier) ?? []))
    const alone = byTier.filter(({ tier }) => !groups.some((members) => members.includes(tier))).map((one) => [one])
    const inOrder = [...grouped, ...alone]
      .filter(({ length }) => length > 0)
      .toSorted(([a], [b]) => (a?.tier ?? 0) - (b?.tier ?? 0))
    return {
      byTier,
      conditions,
      few,
      groups: inOrder.map((members) => {
        const size = members.length > 1 ? Math.max(firstPage, FEW_CANDIDATES) : firstPage
        return { byTier: members, page: bodyFor(members, conditions, size) }
      }),
    }
  }

  /** All candidates, when they are fetched and few; else null. */
  function fewCandidates({ few }: Proposals): readonly FoundCompany[] | null {
    const page = few === null ? null : fetched.page(few)
    return page?.isLast === true ? page.companies : null
  }

  /** Fetches what `ranked` reads first: all candidates, or the first page of each tier when those are many. */
  function announceRanked({ few, groups: all }: Proposals) {
    if (few !== null && fetched.peek(few)?.isLast !== false) fetched.announce(few)
    else for (const { page } of all) fetched.announce(page)
  }

  function* ranked(plan: QueryPlan, filters: CompanyFilters, now: number): Generator<RankedCompany, void, undefined> {
    const proposals = proposalsFor(plan, filters, now)
    if (proposals === null) return
    announceRanked(proposals)
    const emitted = new Set<string>()
    const few = fewCandidates(proposals)
    for (const candidates of few === null ? [] : proposals.byTier) {
      yield* verifiedOf(few ?? [], { ...candidates, isExact: false }, plan, emitted)
    }
    for (const group of few === null ? proposals.groups : []) {
      yield* rankedInGroup(group, proposals.conditions, plan, emitted)
    }
  }

  function* rankedInGroup(
    { byTier, page }: TierGroup,
    conditions: readonly Clause[],
    plan: QueryPlan,
    emitted: Set<string>,
  ) {
    const [only, another] = byTier
    if (only !== undefined && another === undefined) {
      yield* verifiedOf(companiesOf(page), only, plan, emitted)
      return
    }
    const { companies, isLast } = fetched.page(page)
    const bodies = new Map(byTier.map((one): [Candidates, SearchBody] => [one, bodyFor([one], conditions, firstPage)]))
    if (!isLast) for (const body of bodies.values()) fetched.announce(body)
    for (const [candidates, body] of bodies) {
      if (isLast) yield* verifiedOf(companies, { ...candidates, isExact: false }, plan, emitted)
      else yield* verifiedOf(companiesOf(body), candidates, plan, emitted)
    }
  }

  /** Companies that match on this tier and on no earlier one. */
  function* verifiedOf(
    companies: Iterable<FoundCompany>,
    candidates: Candidates,
    plan: QueryPlan,
    emitted: Set<string>,
  ) {
    for (const company of companies) {
      const found = emitted.has(company.id) ? null : verified(company, candidates, plan)
      if (found === null) continue
      emitted.add(company.id)
      yield found
    }
  }

  function verified(company: FoundCompany, { tier, isExact }: Candidates, plan: QueryPlan): RankedCompany | null {
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
   * The names that the keyword may contain are looked up together with what `announce` announces for the plan without
   * them, which is nearly always the plan.
   */
  function planAnd(keyword: string, within: SearchedFacts | null, announce: (draft: QueryPlan) => void) {
    const draft = planQuery(keyword, { ...vocabulary, isName: () => false }, within)
    if (draft === null || possibleNames(draft.key).length === 0) return draft
    announce(draft)
    return planQuery(keyword, vocabulary, within)
  }

  function announceFor(plan: QueryPlan, filters: CompanyFilters, now: number) {
    const proposals = proposalsFor(plan, filters, now)
    if (proposals !== null) announceRanked(proposals)
  }

  const index: CompanyIndex<FoundCompany, DocQuery> = {
    vocabulary,
    pronunciation,
    plan: (keyword, within, filters, now) => planAnd(keyword, within, (draft) => announceFor(draft, filters, now)),
    ranked,
    filtered,
    ranksBefore,
    typoSources: (filters, now) => [
      createTypoSource({ fetched, companiesOf, conditions: filterClauses(filters, now) }),
    ],
  }
  return { ...index, fetched, planAnd, proposalsFor, announceRanked: announceFor, fewCandidates, verified }
}

/** The pages of a search, from the first on; each further one has `size` rows. */
export function* pagesOf(
  fetched: FetchedResults,
  first: SearchBody,
  size = LARGEST_PAGE,
): Generator<FetchedPage, void, undefined> {
  for (let body = first; ; ) {
    const page = fetched.page(body)
    yield page
    if (page.isLast) return
    body = pageAfter(first, page.end, size)
  }
}

export type QueryIndex = ReturnType<typeof createQueryIndex>

/** The longest part of a code that many codes share. */
const LONGEST_COMMON_CODE = 8

/** Whether many companies surely match, so that fetching all of them would be in vain. */
const isCommon = ({ key, code }: QueryPlan) => key.length <= 2 || (code !== null && code.length <= LONGEST_COMMON_CODE)

/** The companies of these tiers. */
function bodyFor(byTier: readonly Candidates[], conditions: readonly Clause[], size: number): SearchBody {
  const isInTexts = byTier.some(({ tier }) => tier === tiers.longText)
  const filter = [clauseOf(anyOf(byTier.map(({ docs }) => docs))), ...conditions]
  return pageBody({ filter, size, wanted: isInTexts ? 'texts' : 'records' })
}

/** Companies that have or had one of these full names. Texts that are names are few, and so are companies of one name. */
function namesBody(keys: readonly string[]): SearchBody {
  const named = keys.flatMap((key) => {
    const termOf = wholeTerms(key)
    return [termQuery(termOf('exactName')), termQuery(termOf('exactFormerName'))]
  })
  return pageBody({ filter: [clauseOf(anyOf(named))], size: FEW_CANDIDATES, wanted: 'records' })
}
