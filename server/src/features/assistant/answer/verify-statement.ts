import {
  conditionsOf,
  type Evidence,
  type EvidenceField,
  type EvidenceValue,
  shownNumber,
} from '../evidence/evidence.ts'
import { shownRevenue } from './compose/compose-years.ts'
import { LONGEST_QUOTE } from './compose/record-line.ts'
import { fixedSentences, isNamesMissing } from './fixed-sentences.ts'
import type { Statement } from './statement.ts'

export type RejectionReason =
  | 'uncited'
  | 'unknownCitation'
  | 'unsupportedFigure'
  | 'unsupportedNegation'
  | 'conditionOmitted'

type CitedField = { evidence: Evidence; name: string; field: EvidenceField }

const fixed = new Set(fixedSentences)

/**
 * Why the cited fields do not support a composed sentence; null: they do. Its words are those of the composer, which tests hold. This
 * asserts that every figure and date is one of the cited evidence, and that a negative rests on counts of 0 with all their conditions.
 */
export function verifyStatement({ text, citations }: Statement, evidence: readonly Evidence[]): RejectionReason | null {
  if (citations.length === 0) return fixed.has(text) || isNamesMissing(text) ? null : 'uncited'
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const named = citations.flatMap(({ evidenceId, fields }) =>
    fields.map((name) => ({ found: byId.get(evidenceId), name })),
  )
  const cited = named.flatMap(({ found, name }): CitedField[] => {
    const field = found?.fields[name]
    return found === undefined || field === undefined ? [] : [{ evidence: found, name, field }]
  })
  if (cited.length < named.length) return 'unknownCitation'
  return /\d/.test(withoutCited(text, cited)) ? 'unsupportedFigure' : checkNegative(text, cited)
}

const plain = (text: string) => text.replaceAll(/\s+/gu, '')
const longestFirst = (texts: Iterable<string>) => [...new Set(texts)].toSorted((a, b) => b.length - a.length)

/** Names and texts of the evidence, in which digits are no figures: 500强, （2026）演0101执1234号. */
const textsOf = ({ evidence, field: { label, value } }: CitedField): readonly string[] => [
  evidence.company?.name ?? '',
  evidence.label,
  evidence.sourceName,
  label,
  // The name of a branch stands without that of its company.
  ...(value.type === 'text' && evidence.company !== null ? [value.text.replace(evidence.company.name, '')] : []),
  ...(value.type === 'text' ? [value.text, Array.from(value.text).slice(0, LONGEST_QUOTE).join('')] : []),
  ...(value.type === 'texts' ? value.texts : []),
]

/** Forms in which a composed sentence writes a number of the evidence. */
function formsOfNumber(value: NumberValue): string[] {
  const { number, unit } = value
  // 2025 中国民营企业500强, 2019–2021 年.
  if (unit === '年') return [`${number}年`, `${number}(?=[|–])`]
  if (unit === '位') return [`第${shownNumber(number)}位`, `第${number}位`]
  return [shownNumber(number) + unit, `${number}${unit}`, shownRevenue(value)]
}

/** What is computed from several numbers of one field: the differences of each two, and the sum of shares. */
function derivedFrom(cited: readonly CitedField[]): NumberValue[] {
  const numbers = cited.flatMap(({ name, field: { value } }) =>
    value.type === 'number' && computedUnits.has(value.unit) ? [{ name, value }] : [],
  )
  const byField = Map.groupBy(numbers, ({ name, value: { unit } }) => `${name} ${unit}`)
  return [...byField.values()].flatMap((same) => {
    const values = same.map(({ value }) => value)
    const [first, ...others] = values
    if (first === undefined || others.length === 0) return []
    const of = (number: number): NumberValue => ({ ...first, number })
    if (first.unit === '%') return [of(values.reduce((sum, { number }) => sum + number, 0))]
    return values.flatMap((one, at) => values.slice(at + 1).map((other) => of(Math.abs(one.number - other.number))))
  })
}
const computedUnits: ReadonlySet<string> = new Set(['人', '元', '万元', '%'])
type NumberValue = EvidenceValue & { type: 'number' }

/** A date as exact as its source; the days of a condition are also written as their year: 2023 年. */
const formsOfDate = (date: string, isCondition: boolean) => [
  date,
  ...(isCondition || date.length === YEAR ? [`${date.slice(0, YEAR)}年`] : []),
]
const YEAR = 4

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** No part of a longer number or date. */
const whole = (pattern: string) => `(?<![\\d.,-])(?:${pattern})(?:(?<=\\D)|(?!\\d|[.,-]\\d))`

/** The sentence without what its evidence states. Each number of a field is stated once. */
function withoutCited(sentence: string, cited: readonly CitedField[]): string {
  const isOf = (...types: readonly Evidence['citedType'][]) =>
    cited.filter(({ evidence: { citedType } }) => types.includes(citedType))
  const records = new Set(isOf('record').map(({ evidence: { id } }) => id)).size
  let rest = plain(sentence)
  for (const text of longestFirst(cited.flatMap(textsOf).map(plain))) if (text !== '') rest = rest.replaceAll(text, '|')
  rest = rest
    // Years without a value: 未收录 2018 年的…, 2021 年以后未收录.
    .replaceAll(/[^，。；：]*未收录[^，。；：]*/gu, (clause) => clause.replaceAll(/(?:\d{4}–)?\d{4}年/gu, '|'))
    // How many records are cited, and how many texts one field lists.
    .replaceAll(/(?<!当)前(\d+)/gu, (top, count) => (Number(count) === records ? '前' : top))
    .replaceAll(/等(\d+)类/gu, (all, count) =>
      cited.some(({ field: { value } }) => value.type === 'texts' && value.texts.length === Number(count)) ? '' : all,
    )
  const conditions = new Set(isOf('records', 'search'))
  const dates = cited.flatMap((one) => [
    ...formsOfDate(one.evidence.date ?? '', false),
    ...(one.field.value.type === 'date' ? formsOfDate(one.field.value.date, conditions.has(one)) : []),
  ])
  for (const date of longestFirst(dates)) if (date !== '') rest = rest.replaceAll(new RegExp(whole(date), 'gu'), '|')
  const numbers = cited.flatMap(({ field: { value } }) => (value.type === 'number' ? [value] : []))
  for (const forms of [...numbers, ...derivedFrom(cited)].map(formsOfNumber)) {
    const pattern = forms.map((form) => (form.includes('(?=') ? form : escaped(plain(form)))).join('|')
    rest = rest.replace(new RegExp(whole(pattern), 'u'), '|')
  }
  return rest
}

/** Fields that count what meets the conditions. */
const counts = /^(?:current|disputed|history|total|sum|shown|ungrouped|group\d+)$/

function checkNegative(sentence: string, cited: readonly CitedField[]): RejectionReason | null {
  if (!sentence.includes('未查询到')) return null
  const counted = cited.filter(
    ({ evidence: { citedType }, name }) => (citedType === 'records' || citedType === 'search') && counts.test(name),
  )
  const isNone = ({ field: { value } }: CitedField) => value.type === 'number' && value.number === 0
  if (counted.length === 0 || !counted.every(isNone)) return 'unsupportedNegation'
  const isStated = (id: string, name: string) => cited.some((one) => one.evidence.id === id && one.name === name)
  const isWhole = counted.every(({ evidence }) => conditionsOf(evidence).every((name) => isStated(evidence.id, name)))
  return isWhole ? null : 'conditionOmitted'
}
