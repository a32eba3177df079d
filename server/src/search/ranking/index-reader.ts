import { type CompanyRecord, decodeRecord } from '../analysis/company-record.ts'
import { ageFilter, termGroupsOf } from '../analysis/filters.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { Plan, Vocabulary } from '../analysis/query-plan.ts'
import { partTerm, type Term } from '../analysis/term.ts'
import type { CompanyFilters } from '../company-search.ts'
import { allOf, anyOf, type Candidates, docsIn } from '../segment/doc-iterator.ts'
import type { LayerReader } from '../segment/segment-reader.ts'
import { type Stage, stagesOf } from './candidate-generation.ts'
import type { Match, Rung } from './match.ts'
import { matchOnRung, rungList, type Subject, surelyMatches } from './tiers.ts'

/** A layer and the companies in it that a newer layer holds, or that are gone. */
export type SearchableLayer = { layer: LayerReader; gone: Pick<ReadonlySet<number>, 'has'> }

/** A company of a layer; its record and its long text are read when they are first asked for. */
export class IndexedSubject implements Subject {
  readonly layer: LayerReader
  readonly doc: number
  #record: CompanyRecord | undefined
  #longText: string | undefined

  constructor(layer: LayerReader, doc: number) {
    this.layer = layer
    this.doc = doc
  }

  get isRead() {
    return this.#record !== undefined || this.#longText !== undefined
  }

  get record() {
    this.#record ??= decodeRecord(this.layer.record(this.doc))
    return this.#record
  }

  get longText() {
    this.#longText ??= this.layer.longText(this.doc)
    return this.#longText
  }
}

/** A company that answers on a rung; `match` is there where it had to be worked out to know so. */
export type Found = { subject: IndexedSubject; rung: Rung; match: Match | null }

/** Rank first, then the id: the same order whichever layers hold the companies. */
export function isBefore(a: IndexedSubject, b: IndexedSubject): boolean {
  if (a.layer === b.layer) return a.doc < b.doc
  const [one, other] = [a.layer.rank(a.doc), b.layer.rank(b.doc)]
  return one === other ? a.record.id < b.record.id : one < other
}

export function createLayeredIndex(layers: readonly SearchableLayer[], pronunciation: Pronunciation) {
  const regionWords = new Set(layers.flatMap(({ layer }) => layer.header.regionWords))
  const vocabulary: Vocabulary = {
    isRegion: (word) => regionWords.has(word),
    syllables: pronunciation.syllables,
  }

  /** Every company that answers, in the order of the ladder and inside a rung in rank order; none twice. */
  function* walk(plan: Plan, filters: CompanyFilters, now: number): Generator<Found, void, undefined> {
    const parts = layers.map((layer) => walkLayer(layer, plan, filters, now, pronunciation))
    for (const rung of rungList) {
      const onRung = parts.map((part) => part(rung)).filter((found) => found !== null)
      const [only] = onRung
      if (only !== undefined) yield* onRung.length === 1 ? only : inRankOrder(onRung)
    }
  }

  return { layers, vocabulary, pronunciation, walk }
}
export type LayeredIndex = ReturnType<typeof createLayeredIndex>

/** The companies of one layer that answer, rung by rung; to be asked for the rungs in their order. */
function walkLayer(
  { layer, gone }: SearchableLayer,
  plan: Plan,
  filters: CompanyFilters,
  now: number,
  pronunciation: Pronunciation,
) {
  const find = remembering(layer)
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(find)))
  const isOfAge = ageFilter(filters, now)
  const stageOf = stagesOf(plan, pronunciation, find)
  const told = new Set<number>()
  const verified = new Map<number, IndexedSubject>()

  /** Who did not answer on one rung is often asked for on the next. */
  const subjectOf = (doc: number) => {
    const subject = verified.get(doc) ?? new IndexedSubject(layer, doc)
    verified.set(doc, subject)
    return subject
  }

  const isLet = (doc: number) =>
    !told.has(doc) && !gone.has(doc) && (filters.age === undefined || isOfAge(layer.foundedOn(doc)))

  function* foundOn({ rung, candidates, isExact }: Stage): Generator<Found, void, undefined> {
    const proposed = conditions.length === 0 ? candidates : allOf([candidates, ...conditions])
    for (const doc of docsIn(proposed, layer.segments)) {
      if (!isLet(doc)) continue
      const subject = isExact ? new IndexedSubject(layer, doc) : subjectOf(doc)
      const isSure = isExact || surelyMatches(rung, subject, plan)
      const match = isSure ? null : matchOnRung(rung, subject, plan, pronunciation.readings)
      if (!isSure && match === null) continue
      told.add(doc)
      yield { subject, rung, match }
    }
  }

  return (rung: Rung) => {
    const stage = stageOf(rung)
    return stage === null ? null : foundOn(stage)
  }
}

/** Several rungs ask for the same terms. */
function remembering(layer: LayerReader) {
  const known = new Map<Term, Candidates>()
  return (term: Term): Candidates => {
    const found = known.get(term) ?? layer.candidates(term)
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

/** Where a layer holds the company; null where it does not. */
export function findCompany(layer: LayerReader, companyId: string): number | null {
  for (const doc of docsIn(layer.candidates(partTerm('company', companyId)), layer.segments)) {
    if (decodeRecord(layer.record(doc)).id === companyId) return doc
  }
  return null
}
