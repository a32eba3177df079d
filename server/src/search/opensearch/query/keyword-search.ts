import { TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import { statedTermGroupsOf, type ValueRange, valueRangesOf } from '../../analysis/filters.ts'
import type { Pronunciation } from '../../analysis/pronunciation.ts'
import { planQuery, possibleNames, type QueryPlan } from '../../analysis/query-plan.ts'
import type { SearchDocument } from '../../analysis/search-document.ts'
import { decodeSearchDocument } from '../../analysis/search-document-codec.ts'
import type {
  CompanyCount,
  CompanyFilters,
  CompanyHit,
  CompanyHits,
  CompanyQuery,
  CountQuery,
  SearchedFacts,
} from '../../company-search.ts'
import { codesOfPlan, isWholeName, partsOfPlan } from '../../ranking/keyword-relaxing.ts'
import { type Match, type Tier, tiers } from '../../ranking/match.ts'
import { closestName } from '../../ranking/name-typo.ts'
import { explainer, hitByFilters, keywordMarks } from '../../ranking/ranked-result.ts'
import { matchInTier } from '../../ranking/tiers.ts'
import { correctionFrom, mayBeMistyped, type TypoMatch } from '../../ranking/typo-correction.ts'
import {
  beforeCorrected,
  isInnerName,
  isMention,
  isMentioned,
  MOST_TAKEN,
  takeWeak,
} from '../../ranking/weak-matches.ts'
import type { IndexDocument } from '../index-mapping.ts'
import type { OpenSearchHit, SearchResult } from './search-gateway.ts'
import {
  allClauses,
  exactNameClause,
  keywordClause,
  type SearchClause,
  terms,
  tierOfScore,
  typoClause,
} from './tier-clauses.ts'

/** A company that OpenSearch has returned. */
type FoundCompany = {
  record: SearchDocument
  longText: string
  /** 万元 CNY; NaN: not stated. */
  capital: number
  /** Static rank, smaller first. */
  rank: number
}

/** `match`: null: computed from the tier when the row is shown. */
type FoundRow = { company: FoundCompany; tier: Tier; match: Match | null }

const foundCompanyOf = ({ fields, sort }: OpenSearchHit): FoundCompany => ({
  record: decodeSearchDocument(fields.record[0] ?? ''),
  longText: fields.long_text?.[0] ?? '',
  capital: fields.capital?.[0] ?? Number.NaN,
  rank: Number(sort.at(-2)),
})

/** A list by relevance is sorted by the score, the others have it beside. A pinned company has no tier. */
function foundRowOf(hit: OpenSearchHit, sort: CompanyQuery['sort']): FoundRow {
  const score = sort === 'relevance' ? Number(hit.sort[0]) : (hit._score ?? 0)
  return { company: foundCompanyOf(hit), tier: tierOfScore(score) ?? tiers.fuzzy, match: null }
}

const fields = {
  foundedOn: 'founded_on',
  capital: 'capital',
  rank: 'rank',
} as const satisfies Record<ValueRange['value'], keyof IndexDocument>

/** The conditions that a company must meet. */
const filterClauses = (filters: CompanyFilters, now: number): SearchClause[] => [
  ...statedTermGroupsOf(filters).map((group) => terms('terms', group)),
  ...valueRangesOf(filters, now).map(rangeClause),
]

function rangeClause({ value, least, most, excludesLeast, excludesMost }: ValueRange): SearchClause {
  const field = fields[value]
  const bounds: Record<string, number> = {}
  if (Number.isFinite(least)) bounds[excludesLeast ? 'gt' : 'gte'] = least
  if (Number.isFinite(most)) bounds[excludesMost ? 'lt' : 'lte'] = most
  return Object.keys(bounds).length === 0 ? { exists: { field } } : { range: { [field]: bounds } }
}

/** What one query runs in. */
export type QueryContext = {
  /** One result for each body, in one request. */
  fetch: (bodies: readonly object[]) => Promise<SearchResult[]>
  isRegion: (word: string) => boolean
  pronunciation: Pronunciation
  now: number
}

type PageRequest = Pick<CompanyQuery, 'sort' | 'offset' | 'limit'> & {
  /** Matches that are counted: all, one more than the total that is exact, or none. */
  counted: 'all' | 'limited' | 'none'
}
type PageQuery = PageRequest & { filters: CompanyFilters }
type Page = { rows: readonly FoundRow[]; total: number }

const noPage: Page = { rows: [], total: 0 }
const bestRows = (limit: number) => ({ sort: 'relevance', offset: 0, limit, counted: 'none' }) as const
/** Companies of one name among those whose names occur in a text. */
const MOST_NAMED = 48
/** Companies that are compared with a mistyped keyword. */
const MOST_COMPARED = 350
const SHORTEST_MISTYPED = 2

const pageFrom = (result: SearchResult | undefined, { sort }: Pick<PageQuery, 'sort'>): Page =>
  result === undefined
    ? noPage
    : { rows: result.hits.hits.map((hit) => foundRowOf(hit, sort)), total: result.hits.total?.value ?? 0 }

/** Searches for one query. A keyword that surely matches as typed costs one request; only others cost more. */
export function createKeywordSearch({ fetch, isRegion, pronunciation, now }: QueryContext) {
  const explain = explainer(pronunciation)

  const planFor = (keyword: string, within: SearchedFacts | null, names: ReadonlySet<string> = new Set()) =>
    planQuery(keyword, { isRegion, isName: (key) => names.has(key), syllables: pronunciation.syllables }, within)

  const clauseOf = (plan: QueryPlan | null, pinned: readonly string[] = []) =>
    plan === null ? null : keywordClause(plan, pronunciation, pinned)

  const bodyOf = (plan: QueryPlan | null, query: PageQuery, pinned?: readonly string[]) =>
    pageBody(clauseOf(plan, pinned), filterClauses(query.filters, now), query)

  async function pageOf(plan: QueryPlan | null, query: PageQuery, pinned?: readonly string[]): Promise<Page> {
    const [result] = await fetch([bodyOf(plan, query, pinned)])
    return pageFrom(result, query)
  }

  /** The page, and the best matches of all pages. */
  async function look(plan: QueryPlan, query: PageQuery): Promise<{ page: Page; best: readonly FoundRow[] }> {
    if (query.sort === 'relevance' && query.offset === 0) {
      const { rows, total } = await pageOf(plan, { ...query, limit: Math.max(MOST_TAKEN, query.limit) })
      return { page: { rows: rows.slice(0, query.limit), total }, best: rows.slice(0, MOST_TAKEN) }
    }
    const head = { ...bestRows(MOST_TAKEN), filters: query.filters }
    const [best, page] = await fetch([bodyOf(plan, head), bodyOf(plan, query)])
    return { page: pageFrom(page, query), best: pageFrom(best, head).rows }
  }

  const bestOf = async (plan: QueryPlan, filters: CompanyFilters) =>
    (await pageOf(plan, { ...bestRows(MOST_TAKEN), filters })).rows

  /** The first of these keywords whose best match is meant. */
  async function firstMeant(
    keywords: readonly string[],
    { within }: QueryPlan,
    isMeant: (best: FoundRow, key: string) => boolean,
  ): Promise<{ keyword: string; plan: QueryPlan } | null> {
    const plans = keywords.flatMap((keyword) => {
      const plan = planFor(keyword, within)
      return plan === null ? [] : [{ keyword, plan }]
    })
    if (plans.length === 0) return null
    const first = { ...bestRows(1), filters: {} }
    const results = await fetch(plans.map(({ plan }) => bodyOf(plan, first)))
    const found = plans.find(({ plan }, at) =>
      pageFrom(results[at], first).rows.some((best) => isMeant(best, plan.key)),
    )
    return found ?? null
  }

  /** The plan with the full names within the text; null: it has none. */
  async function planWithMentions({ text, key, within }: QueryPlan): Promise<QueryPlan | null> {
    const among = possibleNames(key)
    if (among.length === 0) return null
    const [result] = await fetch([pageBody(null, [exactNameClause(among)], bestRows(MOST_NAMED))])
    const names = (result?.hits.hits ?? []).flatMap((hit) => foundCompanyOf(hit).record.names)
    const plan = planFor(text, within, new Set(names.map((name) => name.key)))
    return plan === null || plan.mentions.length === 0 ? null : plan
  }

  /** Companies with a name one typo away, and the keyword that was probably intended. */
  async function correctTypo(plan: QueryPlan, filters: CompanyFilters) {
    if (!mayBeMistyped(plan, { isRegion })) return null
    const conditions = filterClauses(filters, now)
    const texts = plan.alternatives.filter(({ rest }) => rest.length >= SHORTEST_MISTYPED)
    if (texts.length === 0) return null
    const results = await fetch(
      texts.map(({ rest }) => pageBody(typoClause(rest, pronunciation), conditions, bestRows(MOST_COMPARED))),
    )
    const typos = texts
      .flatMap(({ rest, region }, at) =>
        (results[at]?.hits.hits ?? []).flatMap((hit): TypoMatch<FoundCompany>[] => {
          const company = foundCompanyOf(hit)
          if (region !== null && !company.record.regions.includes(region)) return []
          const intended = closestName(rest, company.record, pronunciation.readings)
          return intended === null ? [] : [{ company, intended, region }]
        }),
      )
      .sort((a, b) => a.intended.cost - b.intended.cost || a.company.rank - b.company.rank)
    return correctionFrom(typos, plan, (keyword) => planFor(keyword, plan.within), pronunciation.readings)
  }

  type Marks = { didYouMean?: string; isOtherName?: boolean; usedKeyword?: string }

  function hitsOf({ rows, total }: Page, plan: QueryPlan | null, marks: Marks = {}): CompanyHits {
    const hitOf = (row: FoundRow): CompanyHit => (plan === null ? null : explain(row, plan)) ?? hitByFilters(row)
    const capped = { total: Math.min(total, TOTAL_LIMIT), totalCapped: total > TOTAL_LIMIT }
    return { hits: rows.map(hitOf), ...capped, ...keywordMarks(marks) }
  }

  /** The matches as typed; of a text that is none, those of the names within it. */
  async function searchExactly(plan: QueryPlan, query: PageQuery) {
    const seen = await look(plan, query)
    if (takeWeak(seen.best.values(), plan).hasSure) return { ...seen, plan }
    const named = await planWithMentions(plan)
    return named === null ? { ...seen, plan } : { ...(await look(named, query)), plan: named }
  }

  /** Like `answerKeyword` of segments: code within the text, matches as typed, words left out, typo. */
  async function search(typed: QueryPlan, query: PageQuery): Promise<CompanyHits> {
    const code = await firstMeant(codesOfPlan(typed), typed, ({ tier }) => tier === tiers.exactCode)
    if (code !== null) return hitsOf(await pageOf(code.plan, query), code.plan, { usedKeyword: code.keyword })
    const { page, best, plan } = await searchExactly(typed, query)
    const asTyped = () => hitsOf(page, plan)
    const here = takeWeak(best.values(), plan)
    const isInner = here.first.some((one) => isInnerName(one, plan))
    if (here.hasSure && !isInner) return asTyped()
    const isFiltered = Object.keys(query.filters).length > 0
    const everywhere = isFiltered ? takeWeak((await bestOf(plan, {})).values(), plan) : here
    if (isInner || !(everywhere.hasSure || everywhere.first.some(isMention))) {
      const part = await firstMeant(partsOfPlan(plan), plan, (one, key) => isWholeName(one, key, { isRegion }))
      if (part !== null) return hitsOf(await pageOf(part.plan, query), part.plan, { usedKeyword: part.keyword })
    }
    if (here.hasSure || everywhere.hasSure || !here.areAllWeak || !everywhere.areAllWeak) return asTyped()
    const correction = await correctTypo(plan, query.filters)
    if (correction === null || isMentioned(correction.companies[0], here.first)) return asTyped()
    const preceding = beforeCorrected<FoundRow>(here.first, correction.companies)
    // A row that precedes has its reason already.
    const explained = new Map(
      preceding.map((row): [string, FoundRow] => [
        row.company.record.id,
        { ...row, match: row.match ?? matchInTier(row.tier, row.company, plan, pronunciation.readings) },
      ]),
    )
    const corrected = await pageOf(correction.plan, query, [...explained.keys()])
    const rows = corrected.rows.map((row) => explained.get(row.company.record.id) ?? row)
    const { keyword: didYouMean, isOtherName: isOther } = correction
    return hitsOf({ ...corrected, rows }, correction.plan, { didYouMean, isOtherName: isOther })
  }

  return {
    async search({ keyword, within, exact, ...page }: CompanyQuery, counted: PageQuery['counted']) {
      const query = { ...page, counted }
      if (keyword === null) return hitsOf(await pageOf(null, query), null)
      const plan = planFor(keyword, within ?? null)
      if (plan === null) return hitsOf(noPage, null)
      if (!exact) return search(plan, query)
      const found = await searchExactly(plan, query)
      return hitsOf(found.page, found.plan)
    },

    /** Every match of the keyword as typed, and those of each group. */
    async count({ keyword, filters, within, sort, limit, groups }: CountQuery): Promise<CompanyCount> {
      const plan = keyword === null ? null : planFor(keyword, within ?? null)
      if (plan === null && keyword !== null) return { total: 0, groups: groups.map(() => 0), hits: [] }
      const query = { filters, sort, offset: 0, limit, counted: 'all' } as const
      const grouped = groups.map((group) => filterClauses({ ...filters, ...group }, now))
      const [listed, counts] = await fetch([bodyOf(plan, query), countBody(clauseOf(plan), grouped)])
      const page = pageFrom(listed, query)
      const numbers = groups.map((_, at) => counts?.aggregations[`group${at}`]?.doc_count ?? 0)
      return { total: page.total, groups: numbers, hits: hitsOf(page, plan).hits }
    },
  }
}

/** The order of the index. */
const byRank = ['rank', 'id'] as const

/** What precedes the rank. Without a keyword there is no score. */
const firstOrder = {
  relevance: { _score: 'desc' },
  foundedNewest: { founded_on: 'desc' },
  foundedOldest: { founded_on: 'asc' },
  capitalHighest: { capital: 'desc' },
  capitalLowest: { capital: 'asc' },
} as const satisfies Record<CompanyQuery['sort'], object>

/**
 * Records of the companies on one page. The tier of each is its score. `keyword`: what it matches (tier-clauses.ts); null: there is
 * no keyword, every company matches.
 */
function pageBody(
  keyword: SearchClause | null,
  filters: readonly SearchClause[],
  { sort, offset, limit, counted }: PageRequest,
) {
  const query = keyword === null ? allClauses(filters) : { bool: { must: [keyword], filter: filters } }
  return {
    query,
    from: offset,
    size: limit,
    _source: false,
    stored_fields: ['record', 'long_text'],
    docvalue_fields: ['capital'],
    sort: sort === 'relevance' && keyword === null ? byRank : [firstOrder[sort], ...byRank],
    // Scores of a list that is not sorted by them.
    ...(keyword !== null && sort !== 'relevance' && limit > 0 && { track_scores: true }),
    track_total_hits: counted === 'limited' ? TOTAL_LIMIT + 1 : counted === 'all',
  }
}

/** Companies of each group among those that match. Groups replace filters of the query, so each has all filters itself. */
const countBody = (keyword: SearchClause | null, groups: readonly (readonly SearchClause[])[]) => ({
  query: allClauses(keyword === null ? [] : [keyword]),
  size: 0,
  track_total_hits: false,
  aggs: Object.fromEntries(groups.map((filters, at) => [`group${at}`, { filter: allClauses(filters) }])),
})
