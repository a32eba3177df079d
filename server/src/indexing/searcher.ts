import type { SearchSort } from '@baiqicha/contract/company-search'
import { TOTAL_LIMIT } from '@baiqicha/contract/envelope'
import { allOf, anyOf, type Candidates, docsIn, firstOf } from './candidates.ts'
import type { CompanyFacts } from './company-facts.ts'
import type { CompanyFilters, CompanyHit, CompanyHits, CompanyQuery } from './company-search.ts'
import { type Correction, correct } from './correction.ts'
import { passesFilters, termGroupsOf } from './filters.ts'
import { rangesOfMatch } from './hit-ranges.ts'
import type { IndexReader } from './index-reader.ts'
import { type Plan, readKeyword } from './keyword.ts'
import { type Found, matchOnRung } from './ladder.ts'
import { stagesOf } from './stages.ts'
import type { Term } from './term.ts'

/** Sorting by a date or an amount looks at every match; past this many only the best ranked are sorted, and that is said. */
const SORTED_LIMIT = 5000

const nothing: CompanyHits = { hits: [], total: 0, totalCapped: false }
const hitOf = ({ facts, match }: Found): CompanyHit => ({
  companyId: facts.id,
  matchReason: match.reason,
  hitRanges: rangesOfMatch(match),
})

/** Answers queries from one open index. `now` decides the age of companies. */
export function createSearcher(index: IndexReader) {
  const read = (keyword: string) => readKeyword(keyword, index.vocabulary)

  return {
    search(query: CompanyQuery, now: number): CompanyHits {
      const plan = read(query.keyword)
      if (plan === null) return nothing
      const answer = pageOf(walk(index, plan, query.filters, now), query)
      if (answer.total > 0 || query.exact || !isUnknown(index, plan, query.filters, now)) return answer
      const correction = correct(index, plan, (facts) => passesFilters(facts, query.filters, now))
      if (correction === null) return nothing
      const rows = correctedWalk(correction, (corrected) => walk(index, corrected, query.filters, now))
      return { ...pageOf(rows, query), didYouMean: correction.keyword }
    },

    suggest(keyword: string, limit: number, now: number): CompanyHit[] {
      const plan = read(keyword)
      if (plan === null) return []
      const found = [...firstOf(walk(index, plan, {}, now), limit)]
      if (found.length > 0) return found.map(hitOf)
      const correction = correct(index, plan, () => true)
      if (correction === null) return []
      const rows = correctedWalk(correction, (corrected) => walk(index, corrected, {}, now))
      return [...firstOf(rows, limit)].map(hitOf)
    },
  }
}

/** Every company that answers, in the order of the ladder and inside a rung in rank order; none twice. */
function* walk(
  index: IndexReader,
  plan: Plan,
  filters: CompanyFilters,
  now: number,
): Generator<Found, void, undefined> {
  const find = remembering(index.candidates)
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(find)))
  /** null: filtered away, or already told. */
  const waiting = new Map<number, CompanyFacts | null>()

  const open = (doc: number): CompanyFacts | null => {
    const known = waiting.get(doc)
    if (known !== undefined) return known
    const facts = index.company(doc)
    const accepted = passesFilters(facts, filters, now) ? facts : null
    waiting.set(doc, accepted)
    return accepted
  }

  for (const { rung, candidates } of stagesOf(plan, find)) {
    for (const doc of docsIn(allOf([candidates, ...conditions]), index.segments)) {
      const facts = open(doc)
      const match = facts === null ? null : matchOnRung(rung, facts, plan, index.readings)
      if (facts === null || match === null) continue
      waiting.set(doc, null)
      yield { doc, facts, match }
    }
  }
}

/** Several rungs ask for the same terms. */
function remembering(find: (term: Term) => Candidates) {
  const known = new Map<Term, Candidates>()
  return (term: Term): Candidates => {
    const found = known.get(term) ?? find(term)
    known.set(term, found)
    return found
  }
}

/** A keyword that is known, and only filtered away, was not mistyped. */
function isUnknown(index: IndexReader, plan: Plan, filters: CompanyFilters, now: number) {
  return Object.keys(filters).length === 0 || walk(index, plan, {}, now).next().done === true
}

/** The companies that were mistyped, then all others that answer the corrected keyword. */
function* correctedWalk(
  correction: Correction,
  others: (plan: Plan) => Iterable<Found>,
): Generator<Found, void, undefined> {
  const meant = new Set(correction.found.map(({ doc }) => doc))
  yield* correction.found
  for (const found of others(correction.plan)) if (!meant.has(found.doc)) yield found
}

function pageOf(found: Iterable<Found>, { sort, offset, limit }: CompanyQuery): CompanyHits {
  return sort === 'relevance' ? rankedPage(found, offset, limit) : sortedPage(found, sort, offset, limit)
}

function rankedPage(found: Iterable<Found>, offset: number, limit: number): CompanyHits {
  const hits: CompanyHit[] = []
  let total = 0
  for (const one of found) {
    if (total >= offset && hits.length < limit) hits.push(hitOf(one))
    total += 1
    if (total > TOTAL_LIMIT && total >= offset + limit) break
  }
  return { hits, total: Math.min(total, TOTAL_LIMIT), totalCapped: total > TOTAL_LIMIT }
}

type ValueSort = Exclude<SearchSort, 'relevance'>

function sortedPage(found: Iterable<Found>, sort: ValueSort, offset: number, limit: number): CompanyHits {
  const all: Found[] = []
  let tooBroad = false
  for (const one of found) {
    tooBroad = all.length === SORTED_LIMIT
    if (tooBroad) break
    all.push(one)
  }
  const hits = all
    .sort(comparatorOf(sort))
    .slice(offset, offset + limit)
    .map(hitOf)
  const counted = { hits, total: Math.min(all.length, TOTAL_LIMIT), totalCapped: all.length > TOTAL_LIMIT }
  return tooBroad ? { ...counted, tooBroad } : counted
}

/** A date as a number whose order is the order of days. */
const dayOf = ({ facts }: Found) => (facts.foundedOn === null ? null : Number(facts.foundedOn.replaceAll('-', '')))
const capitalOf = ({ facts }: Found) => facts.capital

/** Companies without the value come last either way; equal ones in rank order. */
function comparatorOf(sort: ValueSort) {
  const valueOf = sort === 'foundedNewest' || sort === 'foundedOldest' ? dayOf : capitalOf
  const direction = sort === 'foundedNewest' || sort === 'capitalHighest' ? -1 : 1
  return (a: Found, b: Found) => {
    const [one, other] = [valueOf(a), valueOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || a.doc - b.doc
    return direction * (one - other) || a.doc - b.doc
  }
}
