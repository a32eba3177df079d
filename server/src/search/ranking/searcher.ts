import type { SearchSort } from '@baiqicha/contract/search-vocabulary'
import { TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import { rangesOfMatch } from '../analysis/hit-ranges.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { planQuery, type QueryPlan } from '../analysis/query-plan.ts'
import type { CompanyFilters, CompanyHit, CompanyHits, CompanyQuery } from '../company-search.ts'
import { firstOf } from '../segment/doc-iterator.ts'
import { createIndexReader, type Found, type IndexReader, isBefore, type SearchableSegment } from './index-reader.ts'
import type { Match } from './match.ts'
import { matchInTier } from './tiers.ts'
import { type Correction, correctTypo } from './typo-correction.ts'

/**
 * Sorting by a date or an amount looks at every match; past so much work only the best ranked are sorted, and that is
 * said. A match that is known from its terms is one, one whose record had to be read two, one that had to be worked out
 * twenty.
 */
const SORT_EFFORT = 100_000
const READ = 2
const WORKED_OUT = 20

/** Sorted together, so that few are sorted often. */
const SORTED_AT_ONCE = 1000

const nothing: CompanyHits = { hits: [], total: 0, totalCapped: false }

/** Answers queries from segments, the newest first. `now` decides the age of companies. */
export function createSearcher(
  segments: readonly SearchableSegment[],
  pronunciation: Pronunciation,
  sortEffort = SORT_EFFORT,
) {
  const index = createIndexReader(segments, pronunciation)
  const explain = explainer(pronunciation)

  return {
    search(query: CompanyQuery, now: number): CompanyHits {
      const plan = planQuery(query.keyword, index.vocabulary, query.within)
      if (plan === null) return nothing
      const page = (found: Iterable<Found>, read: QueryPlan) =>
        pageOf(found, query, { explain: (one) => explain(one, read), sortEffort })
      const answer = page(index.walk(plan, query.filters, now), plan)
      if (answer.total > 0 || query.exact || !isUnknown(index, plan, query.filters, now)) return answer
      const correction = correctTypo(index, plan, query.filters, now)
      if (correction === null) return nothing
      const rows = correctedWalk(correction, index.walk(correction.plan, query.filters, now))
      return { ...page(rows, correction.plan), didYouMean: correction.keyword }
    },

    suggest(keyword: string, limit: number, now: number): CompanyHit[] {
      const plan = planQuery(keyword, index.vocabulary)
      if (plan === null) return []
      const first = (found: Iterable<Found>, read: QueryPlan) => [...firstOf(explained(found, read), limit)]
      const hits = first(index.walk(plan, {}, now), plan)
      if (hits.length > 0 || limit === 0) return hits
      const correction = correctTypo(index, plan, {}, now)
      if (correction === null) return []
      return first(correctedWalk(correction, index.walk(correction.plan, {}, now)), correction.plan)
    },
  }

  function* explained(all: Iterable<Found>, plan: QueryPlan) {
    for (const found of all) {
      const hit = explain(found, plan)
      if (hit !== null) yield hit
    }
  }
}

/** Why a company was found; null where two terms met by chance, and it should not have been. */
const explainer =
  ({ readings }: Pronunciation) =>
  ({ subject, tier, match }: Found, plan: QueryPlan): CompanyHit | null => {
    const reason = match ?? matchInTier(tier, subject, plan, readings)
    return reason === null ? null : hitOf(subject.record.id, reason)
  }

const hitOf = (companyId: string, match: Match): CompanyHit => ({
  companyId,
  matchReason: match.reason,
  hitRanges: rangesOfMatch(match),
})

/** A keyword that is known, and only filtered away, was not mistyped. */
function isUnknown(index: IndexReader, plan: QueryPlan, filters: CompanyFilters, now: number) {
  return Object.keys(filters).length === 0 || index.walk(plan, {}, now).next().done === true
}

/** The companies that were mistyped, then all others that answer the corrected keyword. */
function* correctedWalk(correction: Correction, others: Iterable<Found>): Generator<Found, void, undefined> {
  const meant = new Set(correction.found.map(({ subject }) => subject.record.id))
  yield* correction.found
  for (const found of others) if (!meant.has(found.subject.record.id)) yield found
}

type Explain = (found: Found) => CompanyHit | null

/** What a page takes besides what was found. */
type PageWork = { explain: Explain; sortEffort: number }

function pageOf(found: Iterable<Found>, query: CompanyQuery, work: PageWork): CompanyHits {
  return query.sort === 'relevance'
    ? rankedPage(found, query, work.explain)
    : sortedPage(found, query.sort, query, work)
}

function rankedPage(found: Iterable<Found>, { offset, limit }: CompanyQuery, explain: Explain): CompanyHits {
  const hits: CompanyHit[] = []
  let total = 0
  for (const one of found) {
    if (total >= offset && hits.length < limit) {
      const hit = explain(one)
      if (hit === null) continue
      hits.push(hit)
    }
    total += 1
    if (total > TOTAL_LIMIT && total >= offset + limit) break
  }
  return { hits, total: Math.min(total, TOTAL_LIMIT), totalCapped: total > TOTAL_LIMIT }
}

type ValueSort = Exclude<SearchSort, 'relevance'>
type Valued = { found: Found; value: number }

function sortedPage(
  found: Iterable<Found>,
  sort: ValueSort,
  { offset, limit }: CompanyQuery,
  { explain, sortEffort }: PageWork,
): CompanyHits {
  const valueOf = valueFor(sort)
  const best = createBest(offset + limit)
  let total = 0
  let effort = 0
  let tooBroad = false
  for (const one of found) {
    tooBroad = effort >= sortEffort
    if (tooBroad) break
    effort += effortOf(one)
    total += 1
    best.add({ found: one, value: valueOf(one) })
  }
  const hits = best
    .inOrder()
    .slice(offset)
    .map((one) => explain(one.found))
    .filter((hit) => hit !== null)
  const counted = { hits, total: Math.min(total, TOTAL_LIMIT), totalCapped: total > TOTAL_LIMIT }
  return tooBroad ? { ...counted, tooBroad } : counted
}

const effortOf = ({ match, subject }: Found) => (match !== null ? WORKED_OUT : subject.isRead ? READ : 1)

/** The first `count` of many in order; the others are let go on the way. */
function createBest(count: number) {
  let kept: Valued[] = []
  let worst = Number.POSITIVE_INFINITY
  const cut = () => {
    kept = kept.sort(byValue).slice(0, count)
    if (kept.length === count) worst = kept.at(-1)?.value ?? worst
  }
  return {
    add(one: Valued) {
      if (one.value > worst) return
      kept.push(one)
      if (kept.length >= 2 * count + SORTED_AT_ONCE) cut()
    },
    inOrder: () => {
      cut()
      return kept
    },
  }
}

/** What is sorted by, smaller first; companies without the value come last either way. */
function valueFor(sort: ValueSort): (found: Found) => number {
  const sign = sort === 'foundedNewest' || sort === 'capitalHighest' ? -1 : 1
  const isDate = sort === 'foundedNewest' || sort === 'foundedOldest'
  return ({ subject: { segment, doc } }) => {
    const value = isDate ? segment.foundedOn(doc) : segment.capital(doc)
    const isKnown = isDate ? value > 0 : !Number.isNaN(value)
    return isKnown ? sign * value : Number.POSITIVE_INFINITY
  }
}

/** Equal ones in rank order. */
function byValue(a: Valued, b: Valued): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1
  return isBefore(a.found.subject, b.found.subject) ? -1 : 1
}
