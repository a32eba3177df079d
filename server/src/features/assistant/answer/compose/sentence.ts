import { type Evidence, type EvidenceField, shownValue } from '../../evidence/evidence.ts'
import type { Statement } from '../statement.ts'

/** Fields of one evidence that a sentence cites. */
export type Cited = { evidence: Evidence; fields: readonly string[] }

/** A sentence with its citations; without any, it must be one of the fixed sentences. */
export const sentence = (text: string, cited: readonly Cited[] = [], startsParagraph = false): Statement => ({
  text,
  startsParagraph,
  citations: cited
    .filter(({ fields }) => fields.length > 0)
    .map(({ evidence, fields }) => ({ evidenceId: evidence.id, fields })),
})

/** The first sentence begins a paragraph. */
export const paragraph = ([first, ...rest]: readonly Statement[]): Statement[] =>
  first === undefined ? [] : [{ ...first, startsParagraph: true }, ...rest]

/** A condition: 所属地区 广东省. */
export const labelled = ({ label, value }: EvidenceField): string => `${label} ${shownValue(value)}`

/** A value of a subject: 登记状态为存续, 注册资本为 911,419.71 万元. */
export function stated({ label, value }: EvidenceField): string {
  const text = shownValue(value)
  // 记载于 2021 年年报
  const verb = /[于自至]$/u.test(label) ? '' : '为'
  return `${label}${verb}${/^[\p{L}（《]/u.test(text) && !/^[a-z]/iu.test(text) ? '' : ' '}${text}`
}

const dayOrYear = (date: string) => `截至 ${date}${/^\d{4}$/.test(date) ? ' 年' : ''}`

/** 截至 2026-06-30， or 截至 2021 年，; empty without a date. */
export const asOfClause = (date: string | null): string => (date === null ? '' : `${dayOrYear(date)}，`)

/** （截至 2026-06-30）, at the end of a sentence; empty without a date. */
export const asOfNote = (date: string | null): string => (date === null ? '' : `（${dayOrYear(date)}）`)

const isFirstDay = (date: string) => date.endsWith('-01-01')
const isLastDay = (date: string) => date.endsWith('-12-31')
const yearOf = (date: string) => date.slice(0, 4)

/** Period by which a list is narrowed: 2023 年, 2023–2024 年, 2023-11-27 起; empty: none. */
export function periodText({ fields }: Evidence): string {
  const [from, to] = ['from', 'to'].map((name) => {
    const value = fields[name]?.value
    return value?.type === 'date' ? value.date : null
  })
  if (from == null && to == null) return ''
  if (from == null) return `${to ?? ''} 及以前`
  if (to == null) return `${from} 起`
  if (!isFirstDay(from) || !isLastDay(to)) return `${from} 至 ${to}`
  return yearOf(from) === yearOf(to) ? `${yearOf(from)} 年` : `${yearOf(from)} 年至 ${yearOf(to)} 年`
}
