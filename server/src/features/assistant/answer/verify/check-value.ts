import type { RecordView } from '@baiqicha/contract/records/record'
import { dateAt, isSameDate, isSameNumber } from '../stated-values.ts'
import { type CitedField, isOrder, isRelation, normalise } from '../statement-tokens.ts'
import { boundingWords } from '../statement-words.ts'
import { type BoundWords, boundWordsOf } from './bound-words.ts'
import { rowOf } from './evidence-roles.ts'
import { type TokenSentence, textAt, viewAt } from './token-sentence.ts'
import { type Rejection, rejected } from './verdict.ts'

/** What the values of a sentence have stated so far. */
export type StatedSoFar = {
  /** Positions of labels, kinds, views and companies that a supported value belongs to. */
  usedWords: Set<number>
  /** Fields that were stated. */
  fields: Set<CitedField>
  /** Rows that the values of one item of a list have in common. */
  rows: { item: number; keys: ReadonlySet<string> } | null
  /** Dates after 截至. */
  asOf: string[]
  /** How often each value was stated, by its text and fields. */
  times: Map<string, number>
  /** Place of the value that an ordered list states next, by its field. */
  places: Map<CitedField, number>
}

const viewOfLabel = new Map<string, RecordView>([
  ['当前', 'current'],
  ['异议处理中', 'disputed'],
  ['历史', 'history'],
])

/** Without a view, a sentence states current records only. */
const hasView = ({ evidence, field }: CitedField, view: RecordView | null): boolean => {
  if (evidence.citedType === 'record') return evidence.view === (view ?? 'current')
  if (view === null) return true
  const own = viewOfLabel.get(field.label)
  return own === undefined || own === view
}

const isOfRecords = ({ evidence: { citedType } }: CitedField) => citedType === 'record' || citedType === 'records'
const isOfCompany = ({ evidence: { company } }: CitedField, id: string) => company === null || company.id === id

/** Codes and case numbers, which nothing else equals. */
const isCode = (text: string) => text.length >= 6 && /\d/.test(text)

/** Whether a value says by itself what it is. Every other value needs its label. */
function needsNoLabel({ evidence, name, field: { value } }: CitedField, text: string): boolean {
  if (evidence.citedType === 'term') return name !== 'law'
  // 2021 年参保人数
  if (value.type === 'number') return name === 'total' || value.unit === '年'
  if (value.type === 'date') return false
  return /^name\d+$/.test(name) || isCode(text)
}

/** The year of a record stands under the label of its number: 员工人数：2021 年 3 人. */
const isYearOfRecord = ({ evidence, field: { value } }: CitedField) =>
  evidence.citedType === 'record' && value.type === 'number' && value.unit === '年'

const isLabelled = (one: CitedField, label: string | null, text: string) =>
  label === null ? needsNoLabel(one, text) : normalise(one.field.label) === normalise(label) || isYearOfRecord(one)

/** Fields that a value may come from: of its label, kind, view and companies. */
function fieldsOf(
  cited: readonly CitedField[],
  { label, kind, view, companies }: BoundWords,
  text: string,
  matches: (one: CitedField) => boolean,
): CitedField[] {
  const found = cited.filter((one) => {
    if (isRelation(one) || !matches(one)) return false
    if (kind !== null && isOfRecords(one) && normalise(one.evidence.label) !== kind.word) return false
    if (!isLabelled(one, label?.word ?? null, text)) return false
    return hasView(one, view?.word ?? null)
  })
  if (companies.length === 0) return found
  // 甲和乙 states the value of both.
  const isOfEach = companies.every(({ word }) => word.some((id) => found.some((one) => isOfCompany(one, id))))
  return isOfEach ? found.filter((one) => companies.some(({ word }) => word.some((id) => isOfCompany(one, id)))) : []
}

/** Whether the values of one item of a list are of one record. */
function isOfSameRow(stated: StatedSoFar, item: number, fields: readonly CitedField[]): boolean {
  const keys = fields.map(rowOf)
  if (keys.includes(null)) return true
  const known = stated.rows?.item === item ? stated.rows.keys : null
  const common = new Set(keys.flatMap((key) => (key !== null && (known === null || known.has(key)) ? key : [])))
  stated.rows = { item, keys: common }
  return common.size > 0
}

function markStated(stated: StatedSoFar, { label, kind, view, companies }: BoundWords, fields: readonly CitedField[]) {
  for (const bound of [label, ...companies]) if (bound !== null) stated.usedWords.add(bound.at)
  if (kind !== null && fields.some(isOfRecords)) stated.usedWords.add(kind.at)
  const isViewed = fields.some((one) => one.evidence.citedType === 'record' || viewOfLabel.has(one.field.label))
  if (view !== null && isViewed) stated.usedWords.add(view.at)
  for (const field of fields) stated.fields.add(field)
}

/**
 * Whether a value is stated once for each of its fields. A sentence that states one twice has something else in the place of
 * another: 当前 3 条，当前 3 条.
 */
function isFirstTime({ times }: StatedSoFar, text: string, fields: readonly CitedField[], capacity: number): boolean {
  const key = JSON.stringify([text, ...fields.map(({ evidence, name }) => [evidence.id, name])])
  const count = (times.get(key) ?? 0) + 1
  times.set(key, count)
  return count <= capacity
}

const isAsOf = (text: string) => text === '截至' || text === '数据截至'

/** Date after 截至, which may also be the text of a field; null: the token is none. */
function asOfAt(sentence: TokenSentence, at: number): string | null {
  if (!isAsOf(textAt(sentence, at - 1))) return null
  const text = textAt(sentence, at)
  const found = dateAt(text, 0)
  return found?.length === text.length ? found.date : null
}

/** Why the value at a position is not supported; null: it is, or the token is none. */
export function checkValue(sentence: TokenSentence, at: number, stated: StatedSoFar): Rejection | null {
  const token = sentence.tokens[at]
  if (token === undefined || token.type === 'mark' || token.type === 'unsupported') return null
  const { text } = token
  if (isAsOf(text)) return asOfAt(sentence, at + 1) === null ? rejected('unsupportedDate', text) : null
  const asOf = asOfAt(sentence, at)
  if (asOf !== null) {
    stated.asOf.push(asOf)
    return null
  }
  if (token.type === 'text') return checkText(sentence, at, stated)
  const reason = token.type === 'number' ? 'unsupportedNumber' : 'unsupportedDate'
  if (boundingWords.has(textAt(sentence, at + 1))) return rejected(reason, `${text}${textAt(sentence, at + 1)}`)
  const words = boundWordsOf(sentence, at)
  const fields = fieldsOf(sentence.cited, words, text, ({ field: { value } }) => {
    if (token.type === 'number') return value.type === 'number' && isSameNumber(token.stated, value)
    if (value.type === 'date') return isSameDate(token.date, value.date)
    return value.type === 'number' && value.unit === '年' && token.date === String(value.number)
  })
  if (fields.length === 0 || !isOfSameRow(stated, sentence.itemOf[at] ?? 0, fields)) return rejected(reason, text)
  if (!isFirstTime(stated, '', fields, fields.length)) return rejected('repeatedValue', text)
  markStated(stated, words, fields)
  return null
}

function checkText(sentence: TokenSentence, at: number, stated: StatedSoFar): Rejection | null {
  const token = sentence.tokens[at]
  if (token?.type !== 'text' || token.meaning.values.length === 0) return null
  const { text, meaning } = token
  const words = boundWordsOf(sentence, at)
  const placeOf = (one: CitedField) =>
    meaning.values.find(({ evidence, name }) => evidence.id === one.evidence.id && name === one.name)?.place
  const fields = fieldsOf(sentence.cited, words, text, (one) => placeOf(one) !== undefined)
  const isWord = meaning.isWord || meaning.label !== null || meaning.evidenceLabel || viewAt(sentence, at) !== null
  const isElse = isWord || meaning.companies.length > 0
  if (fields.length === 0) return isElse ? null : rejected('unsupportedValue', text)
  if (!isElse && !isOfSameRow(stated, sentence.itemOf[at] ?? 0, fields)) return rejected('unsupportedValue', text)
  const places = meaning.values.filter(({ evidence, name }) =>
    fields.some((one) => one.evidence.id === evidence.id && one.name === name),
  )
  if (!isElse && !isFirstTime(stated, text, fields, places.length)) return rejected('repeatedValue', text)
  for (const one of fields.filter(isOrder)) {
    // An order is stated from its first place, without a gap.
    const place = stated.places.get(one) ?? 0
    if (placeOf(one) !== place) return rejected('unsupportedComparison', text)
    stated.places.set(one, place + 1)
  }
  markStated(stated, words, fields)
  stated.usedWords.add(at)
  return null
}
