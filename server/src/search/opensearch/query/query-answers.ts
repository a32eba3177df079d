import { TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import type { Pronunciation } from '../../analysis/pronunciation.ts'
import type { QueryPlan } from '../../analysis/query-plan.ts'
import type { CompanyFilters, CompanyHit, CompanyHits, CompanyQuery, CountQuery } from '../../company-search.ts'
import {
  type Answer,
  answerExactly,
  answerKeyword,
  explainer,
  firstHits,
  hitByFilters,
  keywordMarks,
} from '../../ranking/answer.ts'
import { matchCompany } from '../../ranking/tiers.ts'
import type { ValueSort } from '../../ranking/value-order.ts'
import { createCounter } from './counting.ts'
import { type FetchedPage, factsBody } from './fetched-results.ts'
import type { FoundCompany } from './found-company.ts'
import type { QueryIndex, RankedCompany } from './query-index.ts'
import { createSortedRows } from './sorted-rows.ts'

const noHits: CompanyHits = { hits: [], total: 0, totalCapped: false }

/** One more than the total that is exact. */
const COUNTED = TOTAL_LIMIT + 1

type Explain = (found: RankedCompany) => CompanyHit | null

/** The answers to one query as far as its results have been fetched. @throws ResultsMissing */
export function createQueryAnswers(
  index: QueryIndex,
  { pronunciation, verified }: { pronunciation: Pronunciation; verified: WeakMap<FetchedPage, number> },
) {
  const { fetched } = index
  const counter = createCounter(index, verified)
  const explain = explainer(pronunciation)

  function search(query: CompanyQuery, now: number): CompanyHits {
    const { keyword, filters, sort } = query
    if (keyword === null) return listed(query, now)
    const announce = (plan: QueryPlan) => announceSearch(query, plan, now)
    const plan = index.planAnd(keyword, query.within ?? null, announce)
    if (plan === null) return noHits
    announce(plan)
    const answer = (query.exact ? answerExactly : answerKeyword)(index, plan, filters, now)
    if (answer.read !== plan) {
      announce(answer.read)
      if (answer.preceding.length > 0) fetched.announce(factsBody(idsOf(answer.preceding)))
    }
    const explainOne: Explain = (one) => explain(one, answer.read)
    const page =
      sort === 'relevance'
        ? { hits: pageOf(answer.rows, query, explainOne) }
        : sortedPage(query, sort, { now, explain: explainOne, answer })
    return { ...page, ...capped(totalOf(answer, filters, now)), ...keywordMarks(answer) }
  }

  function announceSearch({ filters, sort, offset, limit }: CompanyQuery, plan: QueryPlan, now: number) {
    index.announceRanked(plan, filters, now)
    counter.announce(plan, filters, now, COUNTED)
    if (sort !== 'relevance') createSortedRows(index, { filters, now, sort, size: offset + limit }).announce(plan)
  }

  /** Companies that pass the filters, without a keyword. */
  function listed(query: CompanyQuery, now: number): CompanyHits {
    const { filters, sort } = query
    counter.announce(null, filters, now, COUNTED)
    const page =
      sort === 'relevance'
        ? { hits: pageOf(index.filtered(filters, now), query, hitByFilters) }
        : sortedPage(query, sort, { now, explain: hitByFilters, answer: null })
    return { ...page, ...capped(counter.passing(filters, now, COUNTED)) }
  }

  type SortedWork = { now: number; explain: Explain; answer: Answer<FoundCompany> | null }

  function sortedPage(query: Pick<CompanyQuery, 'filters' | 'offset' | 'limit'>, sort: ValueSort, work: SortedWork) {
    const { answer, now } = work
    const size = query.offset + query.limit
    const sorted = createSortedRows(index, { filters: query.filters, now, sort, size })
    const rows = answer === null ? sorted.passing() : sorted.merged(answer.preceding, sorted.matches(answer.read))
    const hits = pageOf(rows, query, work.explain)
    return { hits, ...(sorted.isTooBroad() && { tooBroad: true }) }
  }

  /** All rows of an answer: a row that precedes the others may match as they do. */
  function totalOf({ read, preceding }: Answer<FoundCompany>, filters: CompanyFilters, now: number): number {
    const others = counter.matches(read, filters, now, COUNTED) ?? COUNTED
    const repeated = preceding.filter(({ company }) => matchCompany(company, read, pronunciation.readings) !== null)
    return others >= COUNTED ? COUNTED : others + preceding.length - repeated.length
  }

  function suggest(keyword: string, limit: number, now: number): CompanyHit[] {
    const plan = index.plan(keyword, null, {}, now)
    if (plan === null || limit === 0) return []
    const { rows, read } = answerKeyword(index, plan, {}, now)
    return firstHits(rows, (one) => explain(one, read), limit)
  }

  /** The plan of a count; null: its keyword contains nothing that can be searched. */
  function countedPlan(query: CountQuery, now: number): { plan: QueryPlan | null } | null {
    const announce = (plan: QueryPlan | null) => {
      for (const group of [{}, ...query.groups]) counter.announce(plan, { ...query.filters, ...group }, now, null)
    }
    const plan = query.keyword === null ? null : index.planAnd(query.keyword, query.within ?? null, announce)
    if (plan === null && query.keyword !== null) return null
    announce(plan)
    return { plan }
  }

  /** Every match, and the first of the order. */
  function count(query: CountQuery, now: number): { total: number | null; hits: CompanyHit[] } {
    const counted = countedPlan(query, now)
    if (counted === null) return { total: 0, hits: [] }
    const { plan } = counted
    const { filters, sort } = query
    const total = countOf(plan, filters, now)
    if (total === null) return { total, hits: [] }
    const explainOne: Explain = plan === null ? hitByFilters : (one) => explain(one, plan)
    const page = { filters, offset: 0, limit: query.limit }
    if (sort !== 'relevance') {
      const answer = plan === null ? null : answerExactly(index, plan, filters, now)
      return { total, hits: sortedPage(page, sort, { now, explain: explainOne, answer }).hits }
    }
    const rows = plan === null ? index.filtered(filters, now) : index.ranked(plan, filters, now)
    return { total, hits: pageOf(rows, page, explainOne) }
  }

  /** Every match of each group; null: too many. */
  function countGroups(query: CountQuery, now: number): number[] | null {
    const counted = countedPlan(query, now)
    if (counted === null) return query.groups.map(() => 0)
    const groups = query.groups.map((group) => countOf(counted.plan, { ...query.filters, ...group }, now))
    return groups.includes(null) ? null : groups.map((total) => total ?? 0)
  }

  const countOf = (plan: QueryPlan | null, filters: CompanyFilters, now: number) =>
    plan === null ? counter.passing(filters, now, null) : counter.matches(plan, filters, now, null)

  return { search, suggest, count, countGroups }
}

const idsOf = (rows: readonly RankedCompany[]) => rows.map(({ company }) => company.id)

const capped = (total: number) => ({ total: Math.min(total, TOTAL_LIMIT), totalCapped: total > TOTAL_LIMIT })

/** The rows from `offset` on. Rows that cannot be explained do not count. */
function pageOf(rows: Iterable<RankedCompany>, { offset, limit }: { offset: number; limit: number }, explain: Explain) {
  if (limit === 0) return []
  const hits: CompanyHit[] = []
  let at = 0
  for (const row of rows) {
    at += 1
    if (at <= offset) continue
    const hit = explain(row)
    if (hit === null) at -= 1
    else hits.push(hit)
    if (hits.length === limit) break
  }
  return hits
}
