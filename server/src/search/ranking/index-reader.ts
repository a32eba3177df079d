import { anyCompanyTerms, termGroupsOf } from '../analysis/filters.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { planQuery, type QueryPlan, type Vocabulary } from '../analysis/query-plan.ts'
import type { SearchDocument } from '../analysis/search-document.ts'
import { decodeSearchDocument } from '../analysis/search-document-codec.ts'
import { wholeTerms } from '../analysis/term.ts'
import type { CompanyFilters, SearchedFacts } from '../company-search.ts'
import { allOf, anyOf, contains, type DocIterator, docIds } from '../segment/doc-iterator.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import { candidatesByTier, memoized, type Postings, type TierCandidates } from './candidate-generation.ts'
import { type CountLimits, containerFilter, countDocs, docFilter, isInSets } from './doc-filter.ts'
import { type Match, type Tier, tiers } from './match.ts'
import { type CompanyTexts, matchInTier, sureMatcher, tierList } from './tiers.ts'

/** A segment, and its companies that a newer segment replaces or removes. */
export type SearchableSegment = { segment: SegmentReader; deleted: Pick<ReadonlySet<number>, 'has' | 'size'> }

/** One company of one segment. Reads its record and its long text on first use. */
export class CompanyDoc implements CompanyTexts {
  readonly segment: SegmentReader
  readonly doc: number
  #record: SearchDocument | undefined
  #longText: string | undefined

  constructor(segment: SegmentReader, doc: number) {
    this.segment = segment
    this.doc = doc
  }

  get isRead() {
    return this.#record !== undefined || this.#longText !== undefined
  }

  get record() {
    this.#record ??= decodeSearchDocument(this.segment.record(this.doc))
    return this.#record
  }

  get longText() {
    this.#longText ??= this.segment.longText(this.doc)
    return this.#longText
  }

  /** yyyymmdd; 0: not stated. */
  get foundedOn() {
    return this.segment.foundedOn(this.doc)
  }

  /** 万元 CNY; NaN: not stated. */
  get capital() {
    return this.segment.capital(this.doc)
  }
}

/**
 * A company and the tier it matches on. `match` is null when the terms alone proved the match, so that nothing had to
 * be computed.
 */
export type RankedCompany = { company: CompanyDoc; tier: Tier; match: Match | null }

export type RankedMatches = {
  /** Each once, by tier and then by rank. Lazy: reads only as far as the caller iterates. */
  rows: Generator<RankedCompany, void, undefined>
  /** Their number, or a number above `most`; null: `isOver` became true before. */
  count: (limits: CountLimits) => number | null
}

/** Where typo correction looks for companies: one segment. */
export type TypoSource = {
  postings: Postings
  /** The companies of a set by rank. */
  companiesOf(docs: DocIterator): Iterable<CompanyDoc>
  /** The companies that pass the filters, in the same order. */
  passing<M extends { company: CompanyDoc }>(matches: readonly M[]): M[]
}

export type IndexReader = ReturnType<typeof createIndexReader>

/** Compares by rank, then by id, so the order does not depend on how companies are spread over segments. */
export function ranksBefore(a: CompanyDoc, b: CompanyDoc): boolean {
  if (a.segment === b.segment) return a.doc < b.doc
  const [one, other] = [a.segment.rank(a.doc), b.segment.rank(b.doc)]
  return one === other ? a.record.id < b.record.id : one < other
}

export function createIndexReader(segments: readonly SearchableSegment[], pronunciation: Pronunciation) {
  const regionWords = new Set(segments.flatMap(({ segment }) => segment.header.regionWords))
  const vocabulary: Vocabulary = {
    isRegion: (word) => regionWords.has(word),
    isName: (key) => segments.some((segment) => hasName(segment, key)),
    syllables: pronunciation.syllables,
  }

  /** The companies that match the plan and pass the filters. */
  function ranked(plan: QueryPlan, filters: CompanyFilters, now: number): RankedMatches {
    const perSegment = segments.map((segment) => matchesInSegment(segment, plan, { filters, now, pronunciation }))
    return {
      rows: rankedRows(perSegment),
      count(limits) {
        let total = 0
        for (const { count } of perSegment) {
          const counted = count({ ...limits, most: limits.most - total })
          if (counted === null) return null
          total += counted
          if (total > limits.most) break
        }
        return total
      },
    }
  }

  /** Every company that passes the filters once, by rank. Lazy like `ranked`; on no tier does a keyword match. */
  function* filtered(filters: CompanyFilters, now: number): Generator<RankedCompany, void, undefined> {
    yield* mergeByRank(segments.map((segment) => filteredInSegment(segment, filters, now)))
  }

  const typoSources = (filters: CompanyFilters, now: number) =>
    segments.map((segment) => typoSourceOf(segment, filters, now))

  return {
    vocabulary,
    pronunciation,
    /** null: the keyword contains nothing that can be searched. */
    plan: (keyword: string, within: SearchedFacts | null) => planQuery(keyword, vocabulary, within),
    ranked,
    filtered,
    typoSources,
  }
}

function* rankedRows(perSegment: readonly SegmentMatches[]): Generator<RankedCompany, void, undefined> {
  for (const tier of tierList) {
    const inTier = perSegment.map((matches) => matches.inTier(tier)).filter((found) => found !== null)
    const [only] = inTier
    if (only !== undefined) yield* inTier.length === 1 ? only : mergeByRank(inTier)
  }
}

function* filteredInSegment(
  searched: SearchableSegment,
  filters: CompanyFilters,
  now: number,
): Generator<RankedCompany, void, undefined> {
  const { segment } = searched
  const groups = termGroupsOf(filters, now)
  const conditions = (groups.length === 0 ? [anyCompanyTerms] : groups).map((terms) =>
    anyOf(terms.map(segment.postings)),
  )
  const passes = docFilter(searched, filters, now)
  for (const doc of docIds(allOf(conditions), segment.containers)) {
    if (!passes(doc)) continue
    yield { company: new CompanyDoc(segment, doc), tier: tiers.exactName, match: null }
  }
}

function hasName({ segment, deleted }: SearchableSegment, key: string): boolean {
  const named = wholeTerms(key)
  for (const kind of ['exactName', 'exactFormerName'] as const) {
    const docs = segment.postings(named(kind))
    if (docs.size === 0) continue
    for (const doc of docIds(docs, segment.containers)) if (!deleted.has(doc)) return true
  }
  return false
}

type RankingContext = { filters: CompanyFilters; now: number; pronunciation: Pronunciation }

type SegmentMatches = ReturnType<typeof matchesInSegment>

/** Companies that are verified between two looks at the clock. */
const CLOCK_EVERY = 256

/** The matching companies of one segment. */
function matchesInSegment(
  searched: SearchableSegment,
  plan: QueryPlan,
  { filters, now, pronunciation: { readings }, pronunciation }: RankingContext,
) {
  const { segment } = searched
  const lookUp = memoized(segment.postings)
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(lookUp)))
  const passes = docFilter(searched, filters, now)
  const propose = candidatesByTier(plan, pronunciation, lookUp)
  /** Proposed once for the rows and their number. */
  const proposals = new Map<Tier, TierCandidates | null>()
  const emitted = new Set<number>()
  /** Companies that failed on a tier. They are often proposed again on the next, so their record is read once. */
  const failed = new Map<number, CompanyDoc>()

  function candidatesFor(tier: Tier): TierCandidates | null {
    const known = proposals.get(tier)
    if (known !== undefined) return known
    const proposed = propose(tier)
    const candidates =
      proposed === null || conditions.length === 0
        ? proposed
        : { ...proposed, docs: allOf([proposed.docs, ...conditions]) }
    proposals.set(tier, candidates)
    return candidates
  }

  function* companiesInTier({ tier, docs, isExact }: TierCandidates): Generator<RankedCompany, void, undefined> {
    const surelyMatches = sureMatcher(tier, plan)
    for (const doc of docIds(docs, segment.containers)) {
      if (emitted.has(doc) || !passes(doc)) continue
      const company = failed.get(doc) ?? new CompanyDoc(segment, doc)
      const isSure = isExact || surelyMatches(company)
      const match = isSure ? null : matchInTier(tier, company, plan, readings)
      if (!isSure && match === null) {
        failed.set(doc, company)
        continue
      }
      emitted.add(doc)
      yield { company, tier, match }
    }
  }

  const countProven = (docs: DocIterator, limits: CountLimits) =>
    countDocs(docs, segment.containers, { passes, passesWhole: containerFilter(searched, filters) }, limits)

  /** Counts what the terms prove by container, and verifies the others one by one. */
  function count(limits: CountLimits): number | null {
    const { most, isOver } = limits
    const candidates: TierCandidates[] = []
    for (const tier of tierList) {
      const proposed = candidatesFor(tier)
      if (proposed === null) continue
      candidates.push(proposed)
      // One tier of a common word is often enough.
      if (!proposed.isExact || proposed.docs.size <= most) continue
      const inTier = countProven(proposed.docs, limits)
      if (inTier === null || inTier.total > most) return inTier?.total ?? null
    }
    const proven = countProven(anyOf(candidates.flatMap(({ docs, isExact }) => (isExact ? [docs] : []))), limits)
    if (proven === null) return null
    const verified = new Set<number>()
    let looked = 0
    for (const { tier, docs, isExact } of candidates) {
      if (isExact) continue
      const surelyMatches = sureMatcher(tier, plan)
      for (const doc of docIds(docs, segment.containers)) {
        if (proven.total + verified.size > most) break
        if (verified.has(doc) || isInSets(proven.sets, doc) || !passes(doc)) continue
        looked += 1
        if (looked % CLOCK_EVERY === 0 && isOver()) return null
        const company = failed.get(doc) ?? new CompanyDoc(segment, doc)
        if (surelyMatches(company) || matchInTier(tier, company, plan, readings) !== null) verified.add(doc)
        else failed.set(doc, company)
      }
    }
    return proven.total + verified.size
  }

  return {
    /** Tiers must be requested in order: a company is returned for its best tier only. */
    inTier(tier: Tier) {
      const candidates = candidatesFor(tier)
      return candidates === null ? null : companiesInTier(candidates)
    },
    count,
  }
}

function typoSourceOf(searched: SearchableSegment, filters: CompanyFilters, now: number): TypoSource {
  const { segment } = searched
  const companyOf = memoized((doc: number) => new CompanyDoc(segment, doc))
  function* companiesOf(docs: DocIterator) {
    for (const doc of docIds(docs, segment.containers)) yield companyOf(doc)
  }
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(segment.postings)))
  const passesFilters = docFilter(searched, filters, now)
  const passes = (doc: number) => conditions.every((candidates) => contains(candidates, doc)) && passesFilters(doc)
  return {
    postings: segment.postings,
    companiesOf,
    passing: (matches) => matches.filter(({ company }) => passes(company.doc)),
  }
}

function* mergeByRank(
  streams: readonly Generator<RankedCompany, void, undefined>[],
): Generator<RankedCompany, void, undefined> {
  const heads = streams.flatMap((stream) => {
    const next = stream.next()
    return next.done === true ? [] : [{ stream, found: next.value }]
  })
  while (heads.length > 0) {
    let first = heads[0]
    for (const head of heads) {
      if (first !== undefined && ranksBefore(head.found.company, first.found.company)) first = head
    }
    if (first === undefined) return
    yield first.found
    const next = first.stream.next()
    if (next.done === true) heads.splice(heads.indexOf(first), 1)
    else first.found = next.value
  }
}
