import type { CitedType } from '@baiqicha/contract/assistant'
import type { RecordView } from '@baiqicha/contract/records/record'

/** A stated value. Amounts of money are in 元 unless `unit` says 万元, with their currency; shares are in %. */
export type EvidenceValue =
  | { type: 'text'; text: string }
  | { type: 'texts'; texts: readonly string[] }
  /** As exact as the source: 2026, 2026-06, 2026-06-30. */
  | { type: 'date'; date: string }
  | { type: 'number'; number: number; unit: string }

/** A field that a statement may cite, by its label: 注册资本, 案号. */
export type EvidenceField = { label: string; value: EvidenceValue }

/**
 * What a tool found: facts of a company, one record, a list of records with its counts, a search, a term or the
 * coverage. Sums, differences, orders and counts are fields that the tool computed.
 */
export type Evidence = {
  /** Unique within an answer. */
  id: string
  citedType: CitedType
  /** Group of facts or kind of record. */
  recordType: string | null
  recordId: string | null
  company: { id: string; name: string; isDemo: boolean } | null
  label: string
  /** Only for records. */
  view: RecordView | null
  /** By a name unique within the evidence. */
  fields: Readonly<Record<string, EvidenceField>>
  sourceName: string
  date: string | null
  path: string | null
  /**
   * To notice a later change: `updatedAt` of a record or of the company of the facts; `listRevision` of the counts of a whole
   * list (cited-changes.rules.ts); null where there is none.
   */
  revision: string | null
}

/** A number as the pages show it: thousands separated, at most four decimals. */
export const shownNumber = (number: number): string =>
  number.toLocaleString('zh-CN', { maximumFractionDigits: Number.isInteger(number) ? 0 : 4 })

/** A value as text, without its label. */
export function shownValue(value: EvidenceValue): string {
  if (value.type === 'text') return value.text
  if (value.type === 'texts') return value.texts.join('、')
  if (value.type === 'date') return value.date
  if (value.unit === '年') return `${value.number}年`
  return value.unit === '位'
    ? `第${value.number}位`
    : `${shownNumber(value.number)}${value.unit === '%' ? '' : ' '}${value.unit}`
}

/** Number of a field; 0: it has none. */
export const numberIn = ({ fields }: Pick<Evidence, 'fields'>, name: string): number => {
  const value = fields[name]?.value
  return value?.type === 'number' ? value.number : 0
}

export const textsIn = ({ fields }: Pick<Evidence, 'fields'>, name: string): readonly string[] => {
  const value = fields[name]?.value
  if (value?.type === 'text') return [value.text]
  return value?.type === 'texts' ? value.texts : []
}

/** Value of a field as text; empty: it has none. */
export const shownIn = ({ fields }: Pick<Evidence, 'fields'>, name: string): string => {
  const field = fields[name]
  return field === undefined ? '' : shownValue(field.value)
}

const results =
  /^(?:current|disputed|history|total|sum|sumOfHistory|shown|ungrouped|(?:group|state|name|status|foundedOn|capital|revenue|revenueYear|listedOn)\d+)$/

/** Names of the conditions of a list or a search: of the fields that it neither counted nor found. */
export const conditionsOf = ({ fields }: Pick<Evidence, 'fields'>): string[] =>
  Object.keys(fields).filter((name) => !results.test(name))
