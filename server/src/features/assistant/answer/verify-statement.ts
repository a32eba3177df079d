import type { RecordView } from '@baiqicha/contract/records/record'
import { recordViewLabels } from '@baiqicha/contract/records/record'
import type { Evidence } from '../evidence/evidence.ts'
import { fixedSentences } from './fixed-sentences.ts'
import { isSameDate, isSameNumber, readUnit } from './stated-values.ts'
import type { Statement } from './statement.ts'
import { type CitedField, isOrder, isRelation, lexiconOf, normalise, type Token, tokensOf } from './statement-tokens.ts'
import { comparisonWords, joiningWords, judgingWords } from './statement-words.ts'

export const rejectionReasons = [
  'uncited',
  'unknownCitation',
  'judgement',
  'unknownEntity',
  'unsupportedWord',
  'unsupportedNumber',
  'unsupportedDate',
  'unsupportedValue',
  'unsupportedView',
  'unsupportedComparison',
  'unsupportedNegation',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** `text`: the stretch that the evidence does not support. */
export type Verdict = { isSupported: true } | { isSupported: false; reason: RejectionReason; text: string }

const supported: Verdict = { isSupported: true }
const rejected = (reason: RejectionReason, text: string): Verdict => ({ isSupported: false, reason, text })

/** `isStrict`: for sentences of a language model. */
export type VerifierOptions = { isStrict: boolean }

const entityEnd = /公司|集团|合伙|事务所|中心|合作社|分行|支行|银行|厂/u
const fixed = new Set(fixedSentences.map(normalise))

/**
 * Whether the cited fields support every word of a statement. A statement consists of values, labels and names of its
 * evidence and of words that state no fact: whatever else it has is unsupported. A value belongs to the label, the
 * company, the kind and the view that the sentence gives it.
 */
export function verifyStatement(
  { text, citations }: Statement,
  evidence: readonly Evidence[],
  { isStrict }: VerifierOptions,
): Verdict {
  if (citations.length === 0) {
    if (isStrict) return rejected('uncited', text)
    return fixed.has(normalise(text)) ? supported : rejected('uncited', text)
  }
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const cited: CitedField[] = []
  for (const { evidenceId, fields } of citations) {
    const found = byId.get(evidenceId)
    if (found === undefined) return rejected('unknownCitation', evidenceId)
    for (const name of fields) {
      const field = found.fields[name]
      if (field === undefined) return rejected('unknownCitation', `${evidenceId}.${name}`)
      cited.push({ evidence: found, name, field })
    }
  }
  const citedEvidence = [...new Set(citations.flatMap(({ evidenceId }) => byId.get(evidenceId) ?? []))]
  const tokens = tokensOf(text, lexiconOf(cited, citedEvidence, { isStrict }))
  return unsupportedStretch(tokens) ?? createReader(tokens, cited, citedEvidence).read()
}

function unsupportedStretch(tokens: readonly Token[]): Verdict | null {
  const last = tokens.at(-1)
  if (last?.type !== 'unsupported') return null
  const [clause = ''] = last.text.split(/[，。；、]/u)
  if (judgingWords.some((word) => clause.startsWith(word))) return rejected('judgement', clause)
  return rejected(entityEnd.test(clause) ? 'unknownEntity' : 'unsupportedWord', clause)
}

const clauseEnds = new Set(['，', '。', ';', '!', '?'])
const itemEnds = new Set(['、', '。', ';'])
const viewOfLabel = new Map<string, RecordView>([
  ['当前', 'current'],
  ['异议处理中', 'disputed'],
  ['历史', 'history'],
])

/** Reads the tokens in order, and checks that each belongs where it stands. */
function createReader(tokens: readonly Token[], cited: readonly CitedField[], evidence: readonly Evidence[]) {
  const clauseOf: number[] = []
  const itemOf: number[] = []
  let clauses = 0
  let items = 0
  for (const [at, token] of tokens.entries()) {
    clauseOf[at] = clauses
    itemOf[at] = items
    if (token.type !== 'mark') continue
    if (clauseEnds.has(token.text)) clauses += 1
    if (itemEnds.has(token.text)) items += 1
  }
  const meaningAt = (at: number) => {
    const token = tokens[at]
    return token?.type === 'text' ? token.meaning : null
  }
  const isRecordKind = new Set(
    evidence.flatMap(({ citedType, label }) =>
      citedType === 'record' || citedType === 'records' ? [normalise(label)] : [],
    ),
  )
  const kindAt = (at: number) => {
    const text = tokens[at]?.text ?? ''
    return meaningAt(at)?.evidenceLabel === true && isRecordKind.has(text) ? text : null
  }
  const isValueToken = (at: number) => {
    const token = tokens[at]
    if (token?.type === 'number' || token?.type === 'date') return true
    const meaning = meaningAt(at)
    return meaning !== null && meaning.values.length > 0
  }
  /** Whether a token neither states nor labels anything. */
  const isNeutral = (at: number) => {
    const token = tokens[at]
    if (token?.type === 'mark') return !clauseEnds.has(token.text)
    const meaning = meaningAt(at)
    return (
      meaning !== null &&
      meaning.isWord &&
      meaning.label === null &&
      meaning.values.length === 0 &&
      meaning.companies.length === 0
    )
  }
  /** Label of a token that is one; a view counts as the label of its count. */
  const labelAt = (at: number): string | null => {
    const meaning = meaningAt(at)
    if (meaning === null) return null
    return meaning.label ?? (meaning.view === null ? null : recordViewLabels[meaning.view])
  }

  /** The label directly before a value, else directly after it. Texts of one list share their label. */
  function boundLabel(at: number): string | null {
    const isText = tokens[at]?.type === 'text'
    for (let before = at - 1; before >= 0 && clauseOf[before] === clauseOf[at]; before -= 1) {
      const label = labelAt(before)
      if (label !== null) return label
      if (kindAt(before) !== null || isNeutral(before)) continue
      if (isText && isValueToken(before) && tokens[before]?.type === 'text' && joins(before, at)) continue
      break
    }
    if (isText) return null
    for (let after = at + 1; after < tokens.length && clauseOf[after] === clauseOf[at]; after += 1) {
      const label = labelAt(after)
      if (label !== null) return isFollowedByValue(after) ? null : label
      if (kindAt(after) === null && !isNeutral(after)) return null
    }
    return null
  }
  const joins = (before: number, at: number) => {
    for (let between = before + 1; between < at; between += 1) {
      const { text = '' } = tokens[between] ?? {}
      if (text !== '、' && !joiningWords.has(text) && !isValueToken(between)) return false
    }
    return true
  }
  const isFollowedByValue = (at: number) => {
    for (let after = at + 1; after < tokens.length && clauseOf[after] === clauseOf[at]; after += 1) {
      if (isValueToken(after)) return true
      if (!isNeutral(after)) return false
    }
    return false
  }

  /** The kind of record that is named nearest: in the clause before the value, then after it, then before the clause. */
  function boundKind(at: number): string | null {
    for (let before = at; before >= 0 && clauseOf[before] === clauseOf[at]; before -= 1) {
      const kind = kindAt(before)
      if (kind !== null && before !== at) return kind
    }
    for (let after = at + 1; after < tokens.length && clauseOf[after] === clauseOf[at]; after += 1) {
      const kind = kindAt(after)
      if (kind !== null) return kind
    }
    for (let before = at - 1; before >= 0; before -= 1) {
      const kind = kindAt(before)
      if (kind !== null) return kind
    }
    return null
  }

  /** Companies named last before a value, joined ones together; empty: none. */
  function companiesBefore(at: number): string[] {
    for (let before = at - 1; before >= 0; before -= 1) {
      const named = meaningAt(before)?.companies ?? []
      if (named.length === 0) continue
      const joined = [...named]
      for (let earlier = before - 1; earlier >= 0; earlier -= 1) {
        const { text = '' } = tokens[earlier] ?? {}
        const others = meaningAt(earlier)?.companies ?? []
        if (others.length > 0) joined.push(...others)
        else if (text !== '、' && !joiningWords.has(text)) break
      }
      return joined
    }
    return []
  }

  /** The view that is stated for the records of a value; null: none. */
  function boundView(at: number): RecordView | null {
    for (let before = at - 1; before >= 0; before -= 1) {
      const token = tokens[before]
      if (token?.type === 'mark' && token.text === '。') return null
      const meaning = meaningAt(before)
      if (meaning !== null && meaning.view !== null && meaning.values.length === 0) return meaning.view
    }
    return null
  }

  /** Views that at least one value confirms, by the position of their word. */
  const confirmedViews = new Set<number>()
  const confirmView = (at: number) => {
    for (let before = at - 1; before >= 0; before -= 1) {
      if (meaningAt(before)?.view != null) {
        confirmedViews.add(before)
        return
      }
    }
  }

  /** Fields that a value at a position may come from. */
  function candidatesAt(at: number, matches: (one: CitedField) => boolean): CitedField[] {
    const companies = companiesBefore(at)
    const kind = boundKind(at)
    const label = boundLabel(at)
    const view = boundView(at)
    const hasKind = (one: CitedField) => kind === null || normalise(one.evidence.label) === kind
    const isOf = (id: string) => (one: CitedField) => one.evidence.company === null || one.evidence.company.id === id
    const found = cited.filter((one) => {
      if (isRelation(one) || !matches(one)) return false
      const { citedType } = one.evidence
      if ((citedType === 'record' || citedType === 'records') && !hasKind(one)) return false
      if (label !== null && normalise(one.field.label) !== normalise(label)) return false
      return view === null || hasView(one, view)
    })
    if (companies.length === 0) return found
    const areAllStated = companies.every((id) => found.some(isOf(id)))
    return areAllStated ? found.filter((one) => companies.some((id) => isOf(id)(one))) : []
  }
  const hasView = ({ evidence: of, field }: CitedField, view: RecordView) => {
    if (of.citedType === 'record') return of.view === view
    const own = viewOfLabel.get(field.label)
    return own === undefined || own === view
  }

  /** Number fields of one unit with several labels: the sentence must name the one that it means. */
  const isAmbiguous = (at: number, candidates: readonly CitedField[], unit: string) => {
    if (boundLabel(at) !== null) return false
    const evidenceIds = new Set(candidates.map((one) => one.evidence.id))
    const labels = cited.flatMap((one) => {
      const { value, label } = one.field
      const isSameUnit = value.type === 'number' && readUnit(value.unit).unit === unit
      return isSameUnit && evidenceIds.has(one.evidence.id) ? [label] : []
    })
    return new Set(labels).size > 1
  }

  /** Records that the values of an item have in common. */
  let recordsOfItem: { item: number; ids: ReadonlySet<string> } | null = null
  function staysWithinRecord(at: number, candidates: readonly CitedField[]): boolean {
    if (candidates.some((one) => one.evidence.citedType !== 'record')) return true
    const ids = new Set(candidates.map((one) => one.evidence.id))
    const item = itemOf[at] ?? 0
    const common = recordsOfItem?.item === item ? new Set([...ids].filter((id) => recordsOfItem?.ids.has(id))) : ids
    recordsOfItem = { item, ids: common }
    return common.size > 0
  }

  function readValue(at: number): Verdict | null {
    const token = tokens[at]
    if (token?.type === 'number') {
      const { stated } = token
      const candidates = candidatesAt(
        at,
        ({ field: { value } }) => value.type === 'number' && isSameNumber(stated, value),
      )
      if (candidates.length === 0 || isAmbiguous(at, candidates, stated.unit) || !staysWithinRecord(at, candidates)) {
        return rejected('unsupportedNumber', token.text)
      }
      confirmIfViewed(at, candidates)
      return null
    }
    if (token?.type === 'date') return readDate(at, token)
    return token?.type === 'text' ? readText(at, token) : null
  }

  function readDate(at: number, { date, text }: Token & { type: 'date' }): Verdict | null {
    if (isAsOf(at)) {
      const dates = evidence.flatMap((one) => one.date ?? [])
      return dates.includes(date) ? null : rejected('unsupportedDate', text)
    }
    const year = /^\d{4}$/.test(date) ? Number(date) : null
    const candidates = candidatesAt(at, ({ field: { value } }) => {
      if (value.type === 'date') return isSameDate(date, value.date)
      return value.type === 'number' && value.unit === '年' && value.number === year
    })
    const labels = new Set(
      cited.flatMap((one) =>
        one.field.value.type === 'date' && candidates.some(({ evidence: of }) => of.id === one.evidence.id)
          ? [one.field.label]
          : [],
      ),
    )
    const isAmbiguousDate = boundLabel(at) === null && labels.size > 1
    if (candidates.length === 0 || isAmbiguousDate || !staysWithinRecord(at, candidates)) {
      return rejected('unsupportedDate', text)
    }
    confirmIfViewed(at, candidates)
    return null
  }
  const isAsOf = (at: number) => {
    const { text = '' } = tokens[at - 1] ?? {}
    return text === '截至' || text === '数据截至'
  }

  /** Places of the values of an ordered list that were read, by field. */
  const readPlaces = new Map<string, number>()
  function readText(at: number, { text, meaning }: Token & { type: 'text' }): Verdict | null {
    if (meaning.values.length === 0) return null
    const candidates = candidatesAt(at, (one) =>
      meaning.values.some(({ evidence: of, name }) => of.id === one.evidence.id && name === one.name),
    )
    const isMore = meaning.isWord || meaning.label !== null || meaning.companies.length > 0 || meaning.evidenceLabel
    if (candidates.length === 0) return isMore ? null : rejected('unsupportedValue', text)
    if (!isMore && !staysWithinRecord(at, candidates)) return rejected('unsupportedValue', text)
    confirmIfViewed(at, candidates)
    for (const one of candidates.filter(isOrder)) {
      const key = `${one.evidence.id} ${one.name}`
      const place = meaning.values.find(
        ({ evidence: of, name }) => of.id === one.evidence.id && name === one.name,
      )?.place
      if ((place ?? 0) < (readPlaces.get(key) ?? 0)) return rejected('unsupportedComparison', text)
      readPlaces.set(key, place ?? 0)
    }
    return null
  }

  const confirmIfViewed = (at: number, candidates: readonly CitedField[]) => {
    const isViewed = candidates.some(
      ({ evidence: of, field }) => of.citedType === 'record' || viewOfLabel.has(field.label),
    )
    if (isViewed) confirmView(at)
  }

  /** A statement that nothing was found needs a count of 0 of each kind and view that it names. */
  function readNothingFound(at: number): Verdict | null {
    const inClause = tokens.flatMap((_, other) => (clauseOf[other] === clauseOf[at] ? [other] : []))
    const kinds = inClause.flatMap((other) => kindAt(other) ?? [])
    const viewed = inClause.filter((other) => meaningAt(other)?.view != null)
    const views = viewed.map((other) => labelAt(other) ?? '')
    const companies = companiesBefore(at)
    const counts = cited.filter(
      ({ evidence: of, field }) =>
        field.value.type === 'number' &&
        (of.citedType === 'records' || of.citedType === 'search') &&
        (companies.length === 0 || of.company === null || companies.includes(of.company.id)),
    )
    const isZero = (some: readonly CitedField[]) =>
      some.length > 0 && some.every(({ field: { value } }) => value.type === 'number' && value.number === 0)
    const ofViews = (some: readonly CitedField[]) =>
      views.length === 0 ? some : some.filter(({ field }) => views.includes(field.label))
    const isSupported =
      kinds.length === 0
        ? isZero(ofViews(counts))
        : kinds.every((kind) => isZero(ofViews(counts.filter((one) => normalise(one.evidence.label) === kind))))
    if (!isSupported) return rejected('unsupportedNegation', tokens[at]?.text ?? '')
    for (const other of viewed) confirmedViews.add(other)
    return null
  }

  /** A comparison needs a relation of its companies about its fact. */
  function readComparison(at: number): Verdict | null {
    const { text: word = '' } = tokens[at] ?? {}
    const before = companiesBefore(at)
    const after: string[] = []
    for (let next = at + 1; next < tokens.length && clauseOf[next] === clauseOf[at]; next += 1) {
      const named = meaningAt(next)?.companies ?? []
      if (named.length > 0) {
        after.push(...named)
        break
      }
    }
    const label = labelNear(at)
    const isStated = cited.filter(isRelation).some(({ field }) => {
      if (field.value.type !== 'texts') return false
      const [one = '', relation = '', other] = field.value.texts
      if (normalise(relation) !== word || (label !== null && label !== normalise(field.label))) return false
      return isNamed(one, before) && (other === undefined ? after.length === 0 : isNamed(other, after))
    })
    return isStated ? null : rejected('unsupportedComparison', word)
  }
  const isNamed = (name: string, companies: readonly string[]) =>
    evidence.some(({ company }) => company !== null && company.name === name && companies.includes(company.id)) ||
    // A superlative may stand before its company: 注册资本最高的是A.
    false
  const labelNear = (at: number) => {
    for (let before = at - 1; before >= 0; before -= 1) {
      const meaning = meaningAt(before)
      if (meaning?.label != null) return normalise(meaning.label)
      const kind = kindAt(before)
      if (kind !== null) return kind
    }
    return null
  }

  function readAt(at: number): Verdict | null {
    const meaning = meaningAt(at)
    if (meaning !== null && meaning.values.length === 0) {
      if (meaning.isComparison) return readComparison(at)
      if (meaning.statesNothingFound) return readNothingFound(at)
    }
    return isValueToken(at) ? readValue(at) : null
  }

  return {
    read(): Verdict {
      for (const at of tokens.keys()) {
        const verdict = readAt(at)
        if (verdict !== null) return verdict
      }
      for (const [at, token] of tokens.entries()) {
        const meaning = meaningAt(at)
        if (meaning?.view != null && meaning.values.length === 0 && !confirmedViews.has(at)) {
          return rejected('unsupportedView', token.text)
        }
      }
      return supported
    },
  }
}

/** Whether a text has a word that only a tool may state. */
export const comparesCompanies = (text: string): boolean => comparisonWords.some((word) => text.includes(word))
