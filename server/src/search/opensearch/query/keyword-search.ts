import { TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import type { Pronunciation } from '../../analysis/pronunciation.ts'
import { planQuery, possibleNames, type QueryPlan } from '../../analysis/query-plan.ts'
import { decodeSearchDocument } from '../../analysis/search-document-codec.ts'
import type { CompanyCount, CompanyHits, CompanyQuery, CountQuery, SearchedFacts } from '../../company-search.ts'
import {
  beforeCorrected,
  codesOfPlan,
  isInnerName,
  isMention,
  isMentioned,
  isWholeName,
  MOST_TAKEN,
  partsOfPlan,
  type RelaxedKeyword,
  takeWeak,
} from '../../ranking/keyword-relaxing.ts'
import { type Match, type Tier, tiers } from '../../ranking/match.ts'
import { cappedTotal, explainer, hitByFilters, type KeywordMarks, keywordMarks } from '../../ranking/ranked-result.ts'
import type { CompanyTexts } from '../../ranking/tiers.ts'
import { correctionFrom, mistypedPartsOf, typoMatchOf } from '../../ranking/typo-correction.ts'
import type { OpenSearchHit, SearchResult } from './search-gateway.ts'
import {
  allClauses,
  exactNameClause,
  filterClauses,
  keywordClause,
  type SearchClause,
  tierOfScore,
  typoClause,
} from './tier-clauses.ts'

/** `capital`: 万元 CNY; NaN: not stated. `rank`: static rank, smaller first. */
type FoundCompany = CompanyTexts & { capital: number; rank: number }

/** A company that OpenSearch has returned. `match`: null: computed from the tier when the row is shown. */
type FoundRow = { company: FoundCompany; tier: Tier; match: Match | null }

/** A list by relevance is sorted by the score, the others have it beside. A pinned company has no tier. */
const foundRowOf = ({ _score, fields, sort }: OpenSearchHit): FoundRow => ({
  company: {
    record: decodeSearchDocument(fields.record[0] ?? ''),
    longText: fields.long_text?.[0] ?? '',
    capital: fields.capital?.[0] ?? Number.NaN,
    rank: Number(sort.at(-2)),
  },
  tier: tierOfScore(Number(_score ?? sort[0])) ?? tiers.fuzzy,
  match: null,
})

/** What one query runs in. */
export type QueryContext = {
  /** One result for each body, in one request. */
  fetch: (bodies: readonly object[]) => Promise<SearchResult[]>
  isRegion: (word: string) => boolean
  pronunciation: Pronunciation
  now: number
}

type PageQuery = Pick<CompanyQuery, 'filters' | 'sort' | 'offset' | 'limit'> & {
  /** Matches that are counted: all, one more than the total that is exact, or none. */
  counted: 'all' | 'limited' | 'none'
}
type PageRequest = Partial<PageQuery> & Pick<PageQuery, 'limit'>
type Page = { rows: readonly FoundRow[]; total: number }

const noPage: Page = { rows: [], total: 0 }
const pageFrom = ({ hits: { hits, total } }: SearchResult): Page => ({
  rows: hits.map(foundRowOf),
  total: total?.value ?? 0,
})
/** Companies of one name among those whose names occur in a text. */
const MOST_NAMED = 48
/** Companies that are compared with a mistyped keyword. */
const MOST_COMPARED = 350

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

/** Searches for one query. A keyword that surely matches as typed costs one request; only others cost more. */
export function createKeywordSearch({ fetch, isRegion, pronunciation, now }: QueryContext) {
  const explain = explainer(pronunciation)

  const planFor = (keyword: string, within: SearchedFacts | null, names: ReadonlySet<string> = new Set()) =>
    planQuery(keyword, { isRegion, isName: (key) => names.has(key), syllables: pronunciation.syllables }, within)

  const clauseOf = (plan: QueryPlan | null, pinned: readonly string[] = []) =>
    plan === null ? null : keywordClause(plan, pronunciation, pinned)

  /**
   * Records of the companies on one page, by default the best of all. The tier of each is its score. `keyword`: what it matches
   * (tier-clauses.ts); null: there is no keyword, every company matches.
   */
  function pageBody(
    keyword: SearchClause | null,
    { filters = {}, sort = 'relevance', offset = 0, limit, counted = 'none' }: PageRequest,
    conditions = filterClauses(filters, now),
  ) {
    return {
      query: keyword === null ? allClauses(conditions) : { bool: { must: [keyword], filter: conditions } },
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

  const bodyOf = (plan: QueryPlan | null, query: PageRequest, pinned?: readonly string[]) =>
    pageBody(clauseOf(plan, pinned), query)

  const fetchPages = async (bodies: readonly object[]): Promise<Page[]> =>
    bodies.length === 0 ? [] : (await fetch(bodies)).map(pageFrom)

  async function fetchPage(body: object): Promise<Page> {
    const [page = noPage] = await fetchPages([body])
    return page
  }

  /** The page, and the best matches of all pages. */
  async function look(plan: QueryPlan, query: PageQuery): Promise<{ page: Page; best: readonly FoundRow[] }> {
    if (query.sort === 'relevance' && query.offset === 0) {
      const { rows, total } = await fetchPage(bodyOf(plan, { ...query, limit: Math.max(MOST_TAKEN, query.limit) }))
      return { page: { rows: rows.slice(0, query.limit), total }, best: rows.slice(0, MOST_TAKEN) }
    }
    const head = bodyOf(plan, { filters: query.filters, limit: MOST_TAKEN })
    const [best = noPage, page = noPage] = await fetchPages([head, bodyOf(plan, query)])
    return { page, best: best.rows }
  }

  /** The first of these keywords whose best match is meant. */
  async function firstMeant(
    keywords: readonly string[],
    { within }: QueryPlan,
    isMeant: (best: FoundRow, key: string) => boolean,
  ): Promise<RelaxedKeyword | null> {
    const plans = keywords.flatMap((keyword) => {
      const plan = planFor(keyword, within)
      return plan === null ? [] : [{ keyword, plan }]
    })
    const pages = await fetchPages(plans.map(({ plan }) => bodyOf(plan, { limit: 1 })))
    return plans.find(({ plan }, at) => pages[at]?.rows.some((best) => isMeant(best, plan.key))) ?? null
  }

  /** The plan with the full names within the text; null: it has none. */
  async function planWithMentions({ text, key, within }: QueryPlan): Promise<QueryPlan | null> {
    const among = possibleNames(key)
    if (among.length === 0) return null
    const { rows } = await fetchPage(pageBody(null, { limit: MOST_NAMED }, [exactNameClause(among)]))
    const names = rows.flatMap(({ company }) => company.record.names.map((name) => name.key))
    const plan = planFor(text, within, new Set(names))
    return plan === null || plan.mentions.length === 0 ? null : plan
  }

  /** Companies with a name one typo away, and the keyword that was probably intended. */
  async function correctTypo(plan: QueryPlan, { filters }: PageQuery) {
    const { readings } = pronunciation
    const mistyped = mistypedPartsOf(plan, { isRegion })
    const request = { filters, limit: MOST_COMPARED }
    const pages = await fetchPages(mistyped.map(({ rest }) => pageBody(typoClause(rest, pronunciation), request)))
    const typos = mistyped
      .flatMap((part, at) =>
        (pages[at]?.rows ?? []).flatMap(({ company }) => typoMatchOf(company, part, readings) ?? []),
      )
      .sort((a, b) => a.intended.cost - b.intended.cost || a.company.rank - b.company.rank)
    return correctionFrom(typos, plan, (keyword) => planFor(keyword, plan.within), readings)
  }

  function hitsOf({ rows, total }: Page, plan: QueryPlan | null, marks: KeywordMarks = {}): CompanyHits {
    const hitOf = (row: FoundRow) => (plan === null ? null : explain(row, plan)) ?? hitByFilters(row)
    return { hits: rows.map(hitOf), ...cappedTotal(total), ...keywordMarks(marks) }
  }

  /** The matches as typed; of a text that is none, those of the names within it. */
  async function searchExactly(plan: QueryPlan, query: PageQuery) {
    const seen = await look(plan, query)
    if (takeWeak(seen.best.values(), plan).hasSure) return { ...seen, plan }
    const named = await planWithMentions(plan)
    return named === null ? { ...seen, plan } : { ...(await look(named, query)), plan: named }
  }

  /** The matches of a part of the keyword. */
  const searchPart = async ({ keyword, plan }: RelaxedKeyword, query: PageQuery) =>
    hitsOf(await fetchPage(bodyOf(plan, query)), plan, { usedKeyword: keyword })

  /** Like `answerKeyword` of segments: code within the text, matches as typed, words left out, typo. */
  async function search(typed: QueryPlan, query: PageQuery): Promise<CompanyHits> {
    const code = await firstMeant(codesOfPlan(typed), typed, ({ tier }) => tier === tiers.exactCode)
    if (code !== null) return searchPart(code, query)
    const { page, best, plan } = await searchExactly(typed, query)
    const asTyped = () => hitsOf(page, plan)
    const here = takeWeak(best.values(), plan)
    const isInner = here.first.some((one) => isInnerName(one, plan))
    if (here.hasSure && !isInner) return asTyped()
    const isFiltered = Object.keys(query.filters).length > 0
    const everywhere = isFiltered
      ? takeWeak((await fetchPage(bodyOf(plan, { limit: MOST_TAKEN }))).rows.values(), plan)
      : here
    if (isInner || !(everywhere.hasSure || everywhere.first.some(isMention))) {
      const part = await firstMeant(partsOfPlan(plan), plan, (one, key) => isWholeName(one, key, { isRegion }))
      if (part !== null) return searchPart(part, query)
    }
    if (!here.areAllWeak || !everywhere.areAllWeak) return asTyped()
    const correction = await correctTypo(plan, query)
    if (correction === null || isMentioned(correction.companies[0], here.first)) return asTyped()
    const preceding = beforeCorrected<FoundRow>(here.first, correction.companies)
    const pinned = preceding.map(({ company }) => company.record.id)
    const corrected = await fetchPage(bodyOf(correction.plan, query, pinned))
    const { keyword: didYouMean, isOtherName } = correction
    const found = hitsOf(corrected, correction.plan, { didYouMean, isOtherName })
    // What precedes matches the keyword as typed, or is the correction: the corrected keyword does not explain it.
    const explained = preceding.map((row) => explain(row, plan) ?? explain(row, correction.plan))
    return { ...found, hits: found.hits.map((hit) => explained[pinned.indexOf(hit.companyId)] ?? hit) }
  }

  return {
    async search({ keyword, within, exact, ...page }: CompanyQuery, counted: PageQuery['counted']) {
      const query = { ...page, counted }
      if (keyword === null) return hitsOf(await fetchPage(bodyOf(null, query)), null)
      const plan = planFor(keyword, within ?? null)
      if (plan === null) return hitsOf(noPage, null)
      if (!exact) return search(plan, query)
      const found = await searchExactly(plan, query)
      return hitsOf(found.page, found.plan)
    },

    /**
     * Every match of the keyword as typed, and those of each group. Groups replace filters of the query, so each has all filters
     * itself.
     */
    async count({ keyword, filters, within, sort, limit, groups }: CountQuery): Promise<CompanyCount> {
      const plan = keyword === null ? null : planFor(keyword, within ?? null)
      if (plan === null && keyword !== null) return { total: 0, groups: groups.map(() => 0), hits: [] }
      const clause = clauseOf(plan)
      const grouped = groups.map((group, at) => [
        `group${at}`,
        { filter: allClauses(filterClauses({ ...filters, ...group }, now)) },
      ])
      const counting = {
        query: allClauses(clause === null ? [] : [clause]),
        size: 0,
        track_total_hits: false,
        aggs: Object.fromEntries(grouped),
      }
      const [listed, counts] = await fetch([
        pageBody(clause, { filters, sort, offset: 0, limit, counted: 'all' }),
        counting,
      ])
      const page = listed === undefined ? noPage : pageFrom(listed)
      const numbers = groups.map((_, at) => counts?.aggregations[`group${at}`]?.doc_count ?? 0)
      return { total: page.total, groups: numbers, hits: hitsOf(page, plan).hits }
    },
  }
}
