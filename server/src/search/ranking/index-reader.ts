import type { CompanyRecord } from '../analysis/company-record.ts'
import { anyCompanyTerms, termGroupsOf, valueFilter } from '../analysis/filters.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { planQuery, type QueryPlan, type Vocabulary } from '../analysis/query-plan.ts'
import { decodeRecord } from '../analysis/record-codec.ts'
import { type Term, wholeTerms } from '../analysis/term.ts'
import type { CompanyFilters } from '../company-search.ts'
import { allOf, anyOf, contains, type DocIterator, docIds } from '../segment/doc-iterator.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import { candidatesByTier, type TierCandidates } from './candidate-generation.ts'
import type { CompanyIndex, IndexedCompany, RankedCompany as Ranked, TypoSource } from './company-index.ts'
import { iteratorSets } from './doc-sets.ts'
import { type Tier, tiers } from './match.ts'
import { matchInTier, surelyMatches, tierList } from './tiers.ts'

/** A segment, and its companies that a newer segment replaces or removes. */
export type SearchableSegment = { segment: SegmentReader; deleted: Pick<ReadonlySet<number>, 'has' | 'size'> }

/** One company of one segment. Reads its record and its long text on first use. */
export class CompanyDoc implements IndexedCompany {
  readonly segment: SegmentReader
  readonly doc: number
  #record: CompanyRecord | undefined
  #longText: string | undefined

  constructor(segment: SegmentReader, doc: number) {
    this.segment = segment
    this.doc = doc
  }

  get isRead() {
    return this.#record !== undefined || this.#longText !== undefined
  }

  get record() {
    this.#record ??= decodeRecord(this.segment.record(this.doc))
    return this.#record
  }

  get longText() {
    this.#longText ??= this.segment.longText(this.doc)
    return this.#longText
  }

  get foundedOn() {
    return this.segment.foundedOn(this.doc)
  }

  get capital() {
    return this.segment.capital(this.doc)
  }
}

type RankedCompany = Ranked<CompanyDoc>

/** Compares by rank, then by id, so the order does not depend on how companies are spread over segments. */
export function ranksBefore(a: CompanyDoc, b: CompanyDoc): boolean {
  if (a.segment === b.segment) return a.doc < b.doc
  const [one, other] = [a.segment.rank(a.doc), b.segment.rank(b.doc)]
  return one === other ? a.record.id < b.record.id : one < other
}

export function createIndexReader(
  segments: readonly SearchableSegment[],
  pronunciation: Pronunciation,
): CompanyIndex<CompanyDoc, DocIterator> {
  const regionWords = new Set(segments.flatMap(({ segment }) => segment.header.regionWords))
  const vocabulary: Vocabulary = {
    isRegion: (word) => regionWords.has(word),
    isName: (key) => segments.some((segment) => hasName(segment, key)),
    syllables: pronunciation.syllables,
  }

  function* ranked(plan: QueryPlan, filters: CompanyFilters, now: number): Generator<RankedCompany, void, undefined> {
    const perSegment = segments.map((segment) => rankedInSegment(segment, plan, filters, now, pronunciation))
    for (const tier of tierList) {
      const inTier = perSegment.map((segmentMatches) => segmentMatches(tier)).filter((found) => found !== null)
      const [only] = inTier
      if (only !== undefined) yield* inTier.length === 1 ? only : mergeByRank(inTier)
    }
  }

  function* filtered(filters: CompanyFilters, now: number): Generator<RankedCompany, void, undefined> {
    yield* mergeByRank(segments.map((segment) => filteredInSegment(segment, filters, now)))
  }

  const typoSources = (filters: CompanyFilters, now: number) =>
    segments.map((segment) => typoSourceOf(segment, filters, now))

  return {
    vocabulary,
    pronunciation,
    plan: (keyword, within) => planQuery(keyword, vocabulary, within),
    ranked,
    filtered,
    ranksBefore,
    typoSources,
  }
}

function* filteredInSegment(
  { segment, deleted }: SearchableSegment,
  filters: CompanyFilters,
  now: number,
): Generator<RankedCompany, void, undefined> {
  const groups = termGroupsOf(filters, now)
  const conditions = (groups.length === 0 ? [anyCompanyTerms] : groups).map((terms) =>
    anyOf(terms.map(segment.postings)),
  )
  const passesValues = valueFilterOf(segment, filters, now)
  for (const doc of docIds(allOf(conditions), segment.containers)) {
    if (deleted.has(doc) || !passesValues(doc)) continue
    yield { company: new CompanyDoc(segment, doc), tier: tiers.exactName, match: null }
  }
}

/** Whether a company passes the filters that its stored values decide. */
function valueFilterOf(segment: SegmentReader, filters: CompanyFilters, now: number): (doc: number) => boolean {
  const passes = valueFilter(filters, now)
  if (passes === null) return () => true
  return (doc) =>
    passes({
      foundedOn: () => segment.foundedOn(doc),
      capital: () => segment.capital(doc),
      rank: () => segment.rank(doc),
    })
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

/**
 * The matching companies of one segment for each tier. Tiers must be requested in order: a company is returned for its
 * best tier only.
 */
function rankedInSegment(
  { segment, deleted }: SearchableSegment,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
  pronunciation: Pronunciation,
) {
  const lookUp = memoized(segment)
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(lookUp)))
  const passesValues = valueFilterOf(segment, filters, now)
  const candidatesFor = candidatesByTier(plan, pronunciation, iteratorSets(lookUp))
  const emitted = new Set<number>()
  const companies = new Map<number, CompanyDoc>()

  /** A company that fails on one tier is often proposed again on the next, so its record is read once. */
  const companyOf = (doc: number) => {
    const company = companies.get(doc) ?? new CompanyDoc(segment, doc)
    companies.set(doc, company)
    return company
  }

  const passes = (doc: number) => !emitted.has(doc) && !deleted.has(doc) && passesValues(doc)

  function* companiesInTier({
    tier,
    docs,
    isExact,
  }: TierCandidates<DocIterator>): Generator<RankedCompany, void, undefined> {
    const proposed = conditions.length === 0 ? docs : allOf([docs, ...conditions])
    for (const doc of docIds(proposed, segment.containers)) {
      if (!passes(doc)) continue
      const company = isExact ? new CompanyDoc(segment, doc) : companyOf(doc)
      const isSure = isExact || surelyMatches(tier, company, plan)
      const match = isSure ? null : matchInTier(tier, company, plan, pronunciation.readings)
      if (!isSure && match === null) continue
      emitted.add(doc)
      yield { company, tier, match }
    }
  }

  return (tier: Tier) => {
    const candidates = candidatesFor(tier)
    return candidates === null ? null : companiesInTier(candidates)
  }
}

function typoSourceOf(
  { segment, deleted }: SearchableSegment,
  filters: CompanyFilters,
  now: number,
): TypoSource<CompanyDoc, DocIterator> {
  const companies = new Map<number, CompanyDoc>()
  const companyOf = (doc: number) => {
    const company = companies.get(doc) ?? new CompanyDoc(segment, doc)
    companies.set(doc, company)
    return company
  }
  function* companiesOf(docs: DocIterator) {
    for (const doc of docIds(docs, segment.containers)) yield companyOf(doc)
  }
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(segment.postings)))
  const passesValues = valueFilterOf(segment, filters, now)
  const passes = (doc: number) =>
    !deleted.has(doc) && conditions.every((candidates) => contains(candidates, doc)) && passesValues(doc)
  return {
    sets: iteratorSets(segment.postings),
    companiesOf,
    passing: (matches) => matches.filter(({ company }) => passes(company.doc)),
  }
}

/** Several tiers look up the same terms. */
function memoized(segment: SegmentReader) {
  const cache = new Map<Term, DocIterator>()
  return (term: Term): DocIterator => {
    const found = cache.get(term) ?? segment.postings(term)
    cache.set(term, found)
    return found
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
