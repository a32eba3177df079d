import type { Evidence, EvidenceField } from '../evidence/evidence.ts'
import type { ToolCall } from '../evidence/tool-call.ts'
import type { ToolResult } from '../evidence/tool-result.ts'
import type { AmountRange } from '../question/parsed-question.ts'

/** Fields by name while they are collected. Values that no source states are left out. */
export type Fields = Record<string, EvidenceField>

export const textField = (label: string, text: string | null): EvidenceField[] =>
  text === null || text.trim() === '' ? [] : [{ label, value: { type: 'text', text } }]
export const textsField = (label: string, texts: readonly string[]): EvidenceField[] =>
  texts.length === 0 ? [] : [{ label, value: { type: 'texts', texts } }]
export const dateField = (label: string, date: string | null): EvidenceField[] =>
  date === null || date === '' ? [] : [{ label, value: { type: 'date', date } }]
export const numberField = (label: string, number: number | null, unit: string): EvidenceField[] =>
  number === null ? [] : [{ label, value: { type: 'number', number, unit } }]

/** How a bound of an amount is said: 高于, 不低于. */
export const boundWords = (range: AmountRange | null | undefined) =>
  [range?.excludesLeast === true ? '高于' : '不低于', range?.excludesMost === true ? '低于' : '不高于'] as const

/** Fields by name, without those that are empty. */
export const fieldsOf = (byName: Readonly<Record<string, readonly EvidenceField[]>>): Fields =>
  Object.fromEntries(Object.entries(byName).flatMap(([name, [field]]) => (field === undefined ? [] : [[name, field]])))

/** A result without evidence, to be filled. */
export const emptyResult = (call: ToolCall): ToolResult => ({
  call,
  evidence: [],
  problem: null,
  table: null,
  bars: null,
  candidates: [],
  correctedTo: null,
  isPartial: false,
})

/** Unit of the number of records of a kind. */
export function unitOfKind(kind: string): string {
  if (kind === 'shareholderInfo' || kind === 'keyPerson') return '名'
  return kind === 'branch' || kind === 'overseasInvest' ? '家' : '条'
}

/** Source of what 百企查 itself states: its coverage, its searches. */
export const OWN_SOURCE = '百企查'
/** Evidence with what `own` states; the rest is that of 百企查 itself, about no company. */
export const evidenceOf = (
  own: Pick<Evidence, 'id' | 'citedType' | 'label' | 'fields'> & Partial<Evidence>,
): Evidence => ({
  recordType: null,
  recordId: null,
  company: null,
  view: null,
  sourceName: OWN_SOURCE,
  date: null,
  path: null,
  revision: null,
  ...own,
})

/** Label of kinds without a source, and of facts that no source states. */
export const NOT_CONNECTED = '未接入该数据源'
export const NOT_COLLECTED = '未收录'
