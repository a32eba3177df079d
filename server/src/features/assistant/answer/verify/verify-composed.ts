import type { Evidence } from '../../evidence/evidence.ts'
import { dateAt, isSameDate, isSameNumber, numberAt } from '../stated-values.ts'
import { type CitedField, normalise } from '../statement-tokens.ts'
import { conditionsOf, isCount } from './evidence-roles.ts'
import { type Rejection, rejected } from './verdict.ts'

/** Characters of a long text that a sentence quotes, followed by …. */
export const LONGEST_QUOTE = 40

const textsOf = ({ field: { label, value } }: CitedField): readonly string[] => {
  if (value.type === 'text') return [label, value.text, Array.from(value.text).slice(0, LONGEST_QUOTE).join('')]
  return value.type === 'texts' ? [label, ...value.texts] : [label]
}

/** The sentence without the names and texts of its evidence, in which digits are no figures: 500强, （2026）演0101执1234号. */
function withoutTexts(text: string, cited: readonly CitedField[], evidence: readonly Evidence[]): string {
  const known = [
    ...cited.flatMap(textsOf),
    ...evidence.flatMap(({ company, label, sourceName }) => [company?.name ?? '', label, sourceName]),
  ]
  return [...new Set(known.map(normalise))]
    .filter((one) => one !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, one) => rest.replaceAll(one, '|'), text)
}

/**
 * Why a composed sentence is not supported; null: it is. Its words are those of the composer, which tests hold; this asserts that
 * every figure and date is one of the cited evidence, and that a negative rests on counts of 0 with all their conditions.
 */
export function checkComposed(
  sentence: string,
  cited: readonly CitedField[],
  evidence: readonly Evidence[],
): Rejection | null {
  const text = withoutTexts(normalise(sentence), cited, evidence)
  const left = new Set(cited)
  const units = cited.flatMap(({ field: { value } }) => (value.type === 'number' ? normalise(value.unit) : []))
  for (let at = 0; at < text.length; ) {
    if (!/\d/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const date = dateAt(text, at)
    const number = numberAt(text, at, units)
    if (date !== null && (isDate(date.date, cited, evidence) || isNotCollected(text, at))) at += date.length
    else if (
      number !== null &&
      isNumber(number.stated, left, { cited, evidence, isTop: /(?<!当)前$/u.test(text.slice(0, at)) })
    )
      at += number.length
    else return rejected(date === null ? 'unsupportedNumber' : 'unsupportedDate', text.slice(at, at + 12))
  }
  return checkNegative(sentence, cited)
}

/**
 * A date of the evidence. A bare year is a year that a field states, that of a condition (2023 年) or the date of a source as
 * exact as stated: 2022 年末 is not the year in which a report was disclosed.
 */
function isDate(date: string, cited: readonly CitedField[], evidence: readonly Evidence[]): boolean {
  const isYear = /^\d{4}$/.test(date)
  return (
    evidence.some((one) => one.date === date) ||
    cited.some(({ evidence: { citedType }, field: { value } }) => {
      if (value.type === 'number') return isYear && value.unit === '年' && date === String(value.number)
      const isCondition = citedType === 'records' || citedType === 'search'
      return value.type === 'date' && isSameDate(date, value.date) && (!isYear || isCondition || value.date === date)
    })
  )
}

/** Whether a clause states that its years have no value: 未收录 2018 年的…, 2021 年以后未收录. */
function isNotCollected(text: string, at: number): boolean {
  const [before = ''] = text
    .slice(0, at)
    .split(/[，。；：]/u)
    .slice(-1)
  const [after = ''] = text.slice(at).split(/[，。；：]/u)
  return `${before}${after}`.includes('未收录')
}

const HUNDRED_MILLION = 1e8

type StatedNumber = Parameters<typeof isSameNumber>[0]

/**
 * A number of the evidence, how many texts one field lists (等 11 类), or how many records are cited (前 5 名). `left`: number fields
 * that the sentence has not stated yet; each is stated once.
 */
function isNumber(stated: StatedNumber, left: Set<CitedField>, { cited, evidence, isTop }: CitedEvidence): boolean {
  const { number, unit } = stated
  for (const one of left) {
    const { value } = one.field
    if (value.type !== 'number') continue
    // 2025 中国民营企业500强.
    const isYear = unit === '' && value.unit === '年' && value.number === number
    // 4,090.84 亿元 is rounded.
    const isRounded = stated.unit === '元' && Math.abs(stated.number) >= HUNDRED_MILLION
    if (!isYear && !isSameNumber({ ...stated, isRounded: stated.isRounded || isRounded }, value)) continue
    left.delete(one)
    return true
  }
  const isListed = cited.some(({ field: { value } }) => value.type === 'texts' && value.texts.length === number)
  return (
    (unit === '类' && isListed) ||
    (isTop && evidence.filter(({ citedType }) => citedType === 'record').length === number)
  )
}

/** `isTop`: 前 stands before the number. */
type CitedEvidence = { cited: readonly CitedField[]; evidence: readonly Evidence[]; isTop: boolean }

function checkNegative(sentence: string, cited: readonly CitedField[]): Rejection | null {
  if (!sentence.includes('未查询到')) return null
  const counts = cited.filter(isCount)
  const isNone =
    counts.length > 0 && counts.every(({ field: { value } }) => value.type === 'number' && value.number === 0)
  if (!isNone) return rejected('unsupportedNegation', sentence)
  const omitted = counts.flatMap(({ evidence }) =>
    conditionsOf(evidence).filter((name) => !cited.some((one) => one.evidence.id === evidence.id && one.name === name)),
  )
  return omitted.length === 0 ? null : rejected('conditionOmitted', omitted[0] ?? '')
}
