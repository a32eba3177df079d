import { type CompanyRecord, decodeRecord } from '../analysis/company-record.ts'
import { ageFilter, termGroupsOf } from '../analysis/filters.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { QueryPlan, Vocabulary } from '../analysis/query-plan.ts'
import { partTerm, type Term } from '../analysis/term.ts'
import type { CompanyFilters } from '../company-search.ts'
import { allOf, anyOf, type DocIterator, docsIn } from '../segment/doc-iterator.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import { candidatesByTier, type TierCandidates } from './candidate-generation.ts'
import type { Match, Tier } from './match.ts'
import { matchInTier, type Subject, surelyMatches, tierList } from './tiers.ts'

/** A segment and the companies in it that a newer segment holds, or that are gone. */
export type SearchableSegment = { segment: SegmentReader; gone: Pick<ReadonlySet<number>, 'has'> }

/** A company of a segment; its record and its long text are read when they are first asked for. */
export class IndexedSubject implements Subject {
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
}

/** A company that answers on a tier; `match` is there where it had to be worked out to know so. */
export type Found = { subject: IndexedSubject; tier: Tier; match: Match | null }

/** Rank first, then the id: the same order whichever segments hold the companies. */
export function isBefore(a: IndexedSubject, b: IndexedSubject): boolean {
  if (a.segment === b.segment) return a.doc < b.doc
  const [one, other] = [a.segment.rank(a.doc), b.segment.rank(b.doc)]
  return one === other ? a.record.id < b.record.id : one < other
}

export function createIndexReader(segments: readonly SearchableSegment[], pronunciation: Pronunciation) {
  const regionWords = new Set(segments.flatMap(({ segment }) => segment.header.regionWords))
  const vocabulary: Vocabulary = {
    isRegion: (word) => regionWords.has(word),
    syllables: pronunciation.syllables,
  }

  /** Every company that answers, in the order of the ladder and inside a tier in rank order; none twice. */
  function* walk(plan: QueryPlan, filters: CompanyFilters, now: number): Generator<Found, void, undefined> {
    const parts = segments.map((segment) => walkSegment(segment, plan, filters, now, pronunciation))
    for (const tier of tierList) {
      const onRung = parts.map((part) => part(tier)).filter((found) => found !== null)
      const [only] = onRung
      if (only !== undefined) yield* onRung.length === 1 ? only : inRankOrder(onRung)
    }
  }

  return { segments, vocabulary, pronunciation, walk }
}
export type IndexReader = ReturnType<typeof createIndexReader>

/** The companies of one segment that answer, tier by tier; to be asked for the tiers in their order. */
function walkSegment(
  { segment, gone }: SearchableSegment,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
  pronunciation: Pronunciation,
) {
  const find = remembering(segment)
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(find)))
  const isOfAge = ageFilter(filters, now)
  const stageOf = candidatesByTier(plan, pronunciation, find)
  const told = new Set<number>()
  const verified = new Map<number, IndexedSubject>()

  /** Who did not answer on one tier is often asked for on the next. */
  const subjectOf = (doc: number) => {
    const subject = verified.get(doc) ?? new IndexedSubject(segment, doc)
    verified.set(doc, subject)
    return subject
  }

  const isLet = (doc: number) =>
    !told.has(doc) && !gone.has(doc) && (filters.age === undefined || isOfAge(segment.foundedOn(doc)))

  function* foundOn({ tier, candidates, isExact }: TierCandidates): Generator<Found, void, undefined> {
    const proposed = conditions.length === 0 ? candidates : allOf([candidates, ...conditions])
    for (const doc of docsIn(proposed, segment.containers)) {
      if (!isLet(doc)) continue
      const subject = isExact ? new IndexedSubject(segment, doc) : subjectOf(doc)
      const isSure = isExact || surelyMatches(tier, subject, plan)
      const match = isSure ? null : matchInTier(tier, subject, plan, pronunciation.readings)
      if (!isSure && match === null) continue
      told.add(doc)
      yield { subject, tier, match }
    }
  }

  return (tier: Tier) => {
    const stage = stageOf(tier)
    return stage === null ? null : foundOn(stage)
  }
}

/** Several tiers ask for the same terms. */
function remembering(segment: SegmentReader) {
  const known = new Map<Term, DocIterator>()
  return (term: Term): DocIterator => {
    const found = known.get(term) ?? segment.candidates(term)
    known.set(term, found)
    return found
  }
}

function* inRankOrder(sources: readonly Generator<Found, void, undefined>[]): Generator<Found, void, undefined> {
  const heads = sources.flatMap((source) => {
    const next = source.next()
    return next.done === true ? [] : [{ source, found: next.value }]
  })
  while (heads.length > 0) {
    let first = heads[0]
    for (const head of heads) {
      if (first !== undefined && isBefore(head.found.subject, first.found.subject)) first = head
    }
    if (first === undefined) return
    yield first.found
    const next = first.source.next()
    if (next.done === true) heads.splice(heads.indexOf(first), 1)
    else first.found = next.value
  }
}

/** Where a segment holds the company; null where it does not. */
export function findCompany(segment: SegmentReader, companyId: string): number | null {
  for (const doc of docsIn(segment.candidates(partTerm('company', companyId)), segment.containers)) {
    if (decodeRecord(segment.record(doc)).id === companyId) return doc
  }
  return null
}
