import type { Statement } from '../../src/features/assistant/answer/statement.ts'
import type { Evidence, EvidenceField } from '../../src/features/assistant/evidence/evidence.ts'

export const textOf = (label: string, text: string): EvidenceField => ({ label, value: { type: 'text', text } })
export const textsOf = (label: string, texts: readonly string[]): EvidenceField => ({
  label,
  value: { type: 'texts', texts },
})
export const dateOf = (label: string, date: string): EvidenceField => ({ label, value: { type: 'date', date } })
export const numberOf = (label: string, number: number, unit: string): EvidenceField => ({
  label,
  value: { type: 'number', number, unit },
})

export const firstCompany = { id: 'c-1', name: '甲川科技有限公司', isDemo: false }
export const secondCompany = { id: 'c-2', name: '乙山股份有限公司', isDemo: false }

/** Facts of the first company, by default. */
export const factsOf = (fields: Evidence['fields'], own: Partial<Evidence> = {}): Evidence => ({
  id: `facts:${own.company?.id ?? 'c-1'}`,
  citedType: 'facts',
  recordType: 'registration',
  recordId: null,
  company: firstCompany,
  label: '工商信息',
  view: null,
  fields,
  sourceName: '国家企业信用信息公示系统',
  date: '2026-06-30',
  path: null,
  revision: null,
  ...own,
})

type Counts = { current: number; disputed: number; history: number }

/** Counts of one kind of record; `conditions` narrow the list. */
export const countsOf = (
  label: string,
  { current, disputed, history }: Counts,
  { conditions = {}, ...own }: Partial<Omit<Evidence, 'fields'>> & { conditions?: Evidence['fields'] } = {},
): Evidence =>
  factsOf(
    {
      current: numberOf('当前', current, '条'),
      disputed: numberOf('异议处理中', disputed, '条'),
      history: numberOf('历史', history, '条'),
      total: numberOf('合计', current + disputed + history, '条'),
      ...conditions,
    },
    { id: `records:${own.company?.id ?? 'c-1'}:${label}`, citedType: 'records', label, ...own },
  )

/** One record of 被执行人, by default a current one. */
export const recordOf = (id: string, fields: Evidence['fields'], own: Partial<Evidence> = {}): Evidence =>
  factsOf(fields, { id, citedType: 'record', recordId: id, label: '被执行人', view: 'current', ...own })

/** A statement that cites every field of these. */
export const stating = (text: string, ...cited: readonly Evidence[]): Statement => ({
  text,
  startsParagraph: false,
  citations: cited.map(({ id, fields }) => ({ evidenceId: id, fields: Object.keys(fields) })),
})
