import { type SearchSort, TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import { anyCompanyTerms, termGroupsOf } from '../analysis/filters.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { planQuery } from '../analysis/query-plan.ts'
import type {
  CompanyCount,
  CompanyFilters,
  CompanyHit,
  CompanyHits,
  CompanyQuery,
  CountQuery,
} from '../company-search.ts'
import { allOf, anyOf } from '../segment/doc-iterator.ts'
import { type CountLimits, containerFilter, countDocs, docFilter } from './doc-filter.ts'
import {
  type CompanyDoc,
  createIndexReader,
  type RankedCompany,
  type RankedMatches,
  ranksBefore,
  type SearchableSegment,
} from './index-reader.ts'
import {
  answerExactly,
  answerKeyword,
  cappedTotal,
  explainer,
  firstHits,
  hitByFilters,
  keywordMarks,
  type RankedResult,
} from './ranked-result.ts'

/** Number of companies that pass the filters, or a number above `most`; null: `isOver` became true before. */
export function countFiltered(
  segments: readonly SearchableSegment[],
  filters: CompanyFilters,
  { now, ...limits }: CountLimits & { now: number },
): number | null {
  const groups = termGroupsOf(filters, now)
  let total = 0
  for (const one of segments) {
    const conditions = (groups.length === 0 ? [anyCompanyTerms] : groups).map((terms) =>
      anyOf(terms.map(one.segment.postings)),
    )
    const filter = { passes: docFilter(one, filters, now), passesWhole: containerFilter(one, filters) }
    const rest = { ...limits, most: limits.most - total }
    const counted = countDocs(allOf(conditions), one.segment.containers, filter, rest)
    if (counted === null) return null
    total += counted.total
    if (total > limits.most) break
  }
  return total
}

type ValueSort = Exclude<SearchSort, 'relevance'>

const isDateSort = (sort: ValueSort): boolean => sort === 'foundedNewest' || sort === 'foundedOldest'

/** The sort key, smaller first. Companies without the value come last in either direction. */
function valueFor(sort: ValueSort): (company: Pick<CompanyDoc, 'foundedOn' | 'capital'>) => number {
  const sign = sort === 'foundedNewest' || sort === 'capitalHighest' ? -1 : 1
  const isDate = isDateSort(sort)
  return (company) => {
    const value = isDate ? company.foundedOn : company.capital
    const isKnown = isDate ? value > 0 : !Number.isNaN(value)
    return isKnown ? sign * value : Number.POSITIVE_INFINITY
  }
}

/**
 * Sorting by date or amount considers every match. To bound the time of a query, it stops at this effort, sorts the
 * best-ranked matches only, and sets `tooBroad`. A match that its terms prove costs 1, one whose record is read 2, one
 * that is computed from the record 20.
 */
const SORT_EFFORT = 100_000
const READ_EFFORT = 2
const MATCH_EFFORT = 20

/** Entries collected before the list is sorted and cut to its length. */
const SORT_BUFFER = 1000

const noHits: CompanyHits = { hits: [], total: 0, totalCapped: false }

/** Runs queries over segments, which come newest first. `now` (milliseconds) decides the age of companies. */
export function createSearcher(
  segments: readonly SearchableSegment[],
  pronunciation: Pronunciation,
  sortEffort = SORT_EFFORT,
) {
  const index = createIndexReader(segments, pronunciation)
  const explain = explainer(pronunciation)

  return {
    search(query: CompanyQuery, now: number): CompanyHits {
      if (query.keyword === null) {
        return pageOf(filtered(query.filters, now), query, { explain: hitByFilters, sortEffort })
      }
      const plan = planQuery(query.keyword, index.vocabulary, query.within)
      if (plan === null) return noHits
      const { filters, exact } = query
      const answer = exact ? answerExactly : answerKeyword
      const { rows, count, read, ...marks } = answer(index, plan, filters, now)
      // Filters leave few rows: reading them costs less than intersecting their sets once more.
      const isFiltered = Object.keys(filters).length > 0
      const page = pageOf({ rows, count: isFiltered ? null : count }, query, {
        explain: (one) => explain(one, read),
        sortEffort,
      })
      return { ...page, ...keywordMarks(marks) }
    },

    count(query: CountQuery, now: number): CompanyCount {
      const isOver = deadlineAfter(query.budgetMs)
      const all = { most: Number.POSITIVE_INFINITY, isOver }
      const { rows, count, explainOne } = counted(query, query.filters, now)
      const total = count(all)
      const hits = total === null ? null : wholePage(rows, query, explainOne, isOver)
      if (total === null || hits === null) return { total: null, groups: null, hits: [] }
      const groups: number[] = []
      for (const group of query.groups) {
        const inGroup = counted(query, { ...query.filters, ...group }, now).count(all)
        if (inGroup === null || isOver()) return { total, groups: null, hits }
        groups.push(inGroup)
      }
      return { total, groups, hits }
    },

    suggest(keyword: string, limit: number, now: number): CompanyHit[] {
      const plan = planQuery(keyword, index.vocabulary)
      if (plan === null || limit === 0) return []
      const { rows, read } = answerKeyword(index, plan, {}, now)
      return firstHits(rows, (one) => explain(one, read), limit)
    },
  }

  function filtered(filters: CompanyFilters, now: number) {
    const count: RankedMatches['count'] = (limits) => countFiltered(segments, filters, { now, ...limits })
    return { rows: index.filtered(filters, now), count }
  }

  /** Every match of a count, without typo correction. */
  function counted({ keyword, within }: CountQuery, filters: CompanyFilters, now: number) {
    if (keyword === null) return { ...filtered(filters, now), explainOne: hitByFilters }
    const plan = planQuery(keyword, index.vocabulary, within)
    if (plan === null) return { rows: [], count: () => 0, explainOne: () => null }
    return { ...index.ranked(plan, filters, now), explainOne: (one: RankedCompany) => explain(one, plan) }
  }
}

type Matches = Pick<RankedResult, 'rows' | 'count'>

type Explain = (found: RankedCompany) => CompanyHit | null

type PageOptions = { explain: Explain; sortEffort: number }

function pageOf(matches: Matches, query: CompanyQuery, work: PageOptions): CompanyHits {
  return query.sort === 'relevance'
    ? rankedPage(matches, query, work.explain)
    : sortedPage(matches.rows, query.sort, query, work)
}

const never = () => false

function rankedPage({ rows, count }: Matches, { offset, limit }: CompanyQuery, explain: Explain): CompanyHits {
  const hits: CompanyHit[] = []
  let read = 0
  let unexplained = 0
  for (const one of rows) {
    if (read >= offset && hits.length < limit) {
      const hit = explain(one)
      if (hit === null) {
        unexplained += 1
        continue
      }
      hits.push(hit)
    }
    read += 1
    if (hits.length === limit && (count !== null || read > TOTAL_LIMIT)) break
  }
  const isAllRead = hits.length < limit || read > TOTAL_LIMIT
  const counted = isAllRead ? null : count?.({ most: TOTAL_LIMIT + unexplained, isOver: never })
  const total = counted == null ? read : counted - unexplained
  return { hits, ...cappedTotal(total) }
}

type SortEntry = { found: RankedCompany; value: number }

function sortedPage(
  found: Iterable<RankedCompany>,
  sort: ValueSort,
  { offset, limit }: Pick<CompanyQuery, 'offset' | 'limit'>,
  { explain, sortEffort }: PageOptions,
): CompanyHits {
  const valueOf = valueFor(sort)
  const best = createTopList(offset + limit)
  let total = 0
  let effort = 0
  let tooBroad = false
  for (const one of found) {
    tooBroad = effort >= sortEffort
    if (tooBroad) break
    effort += effortOf(one)
    total += 1
    best.add({ found: one, value: valueOf(one.company) })
  }
  const hits = best
    .inOrder()
    .slice(offset)
    .map((one) => explain(one.found))
    .filter((hit) => hit !== null)
  return { hits, ...cappedTotal(total), ...(tooBroad && { tooBroad }) }
}

const effortOf = ({ match, company }: RankedCompany) =>
  match !== null ? MATCH_EFFORT : company.isRead ? READ_EFFORT : 1

/** The smallest `count` entries of a stream. Memory stays below 2 * count + SORT_BUFFER entries. */
function createTopList(count: number) {
  let entries: SortEntry[] = []
  let worst = Number.POSITIVE_INFINITY
  const trim = () => {
    entries = entries.sort(byValue).slice(0, count)
    if (entries.length === count) worst = entries.at(-1)?.value ?? worst
  }
  return {
    add(one: SortEntry) {
      if (one.value > worst) return
      entries.push(one)
      if (entries.length >= 2 * count + SORT_BUFFER) trim()
    },
    inOrder: () => {
      trim()
      return entries
    },
  }
}

/** Entries of equal value are ordered by rank. */
function byValue(a: SortEntry, b: SortEntry): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1
  return ranksBefore(a.found.company, b.found.company) ? -1 : 1
}

/** Rows between two looks at the clock. */
const CLOCK_EVERY = 1024

const deadlineAfter = (budgetMs: number) => {
  const end = performance.now() + budgetMs
  return () => performance.now() > end
}

/** The first of the order; null: the time is over. An order other than the ranking reads every match. */
function wholePage(
  found: Iterable<RankedCompany>,
  { sort, limit }: CountQuery,
  explain: Explain,
  isOver: () => boolean,
): CompanyHit[] | null {
  if (limit === 0) return []
  if (sort === 'relevance') return firstHits(found, explain, limit)
  let isLate = false
  const watched = takeUntil(found, (read) => {
    isLate = read % CLOCK_EVERY === 0 && isOver()
    return isLate
  })
  const { hits } = sortedPage(watched, sort, { offset: 0, limit }, { explain, sortEffort: Number.POSITIVE_INFINITY })
  return isLate ? null : hits
}

/** Calls `isEnd` with the number of each element, and stops after the first for which it is true. */
function* takeUntil<T>(all: Iterable<T>, isEnd: (read: number) => boolean): Generator<T> {
  let read = 0
  for (const one of all) {
    read += 1
    if (isEnd(read)) return
    yield one
  }
}
