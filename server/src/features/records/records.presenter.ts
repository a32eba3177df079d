import { type Field, type FieldValue, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { listFieldsOf, type RecordDetail, type RecordDigest } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { isNewerStatement } from '../../domain/company/legal-representative.ts'
import type { SubjectCompany } from '../../records/company-subjects.ts'
import { type ShownRecord, titleOf } from '../../records/shown-record.ts'
import type { StoredDecision } from './records.repository.ts'

/**
 * Whether a person was restricted as the company's legal representative and a newer statement names another. An older
 * statement may name the one before.
 */
export function isFormerOffice({ kind, stated, record }: ShownRecord, company: SubjectCompany | null): boolean {
  if (kind.key !== 'consumptionRestriction' || textOf(stated, 'restrictedRole') !== '法定代表人') return false
  const [person, holder] = [textOf(stated, 'restrictedPerson'), company?.legal_representative ?? null]
  if (person === null || holder === null || person === holder) return false
  return isNewerStatement(company?.people_as_of ?? null, record.published_on)
}

export const relatedOf = (shown: ShownRecord): RecordDetail['related'][number] => ({
  recordKind: shown.kind.key,
  id: shown.record.id,
  title: titleOf(shown),
  publishedAt: shown.record.published_on,
  hasDetail: shown.kind.hasDetail,
})

/** A closed objection with the personal data of the record masked. */
export const decisionOf = (
  { result, note, statement, decidedAt }: StoredDecision,
  { masked }: ShownRecord,
): RecordDetail['decisions'][number] => ({
  result,
  note: masked.text(note),
  statement: statement === '' ? null : masked.text(statement),
  decidedAt: new Date(decidedAt).toISOString(),
})

type Step = RecordDetail['timeline'][number]

/** Steps of one record: the dates that its kind names, else its publication, and its removal. */
function stepsOf({ kind, stated, record, view }: ShownRecord): Step[] {
  const step = (date: string, label: string) => ({
    date,
    label,
    caseNo: textOf(stated, 'caseNo'),
    recordKind: kind.key,
    id: record.id,
  })
  const steps = Object.entries(kind.steps ?? {}).flatMap(([name, label]) => {
    const date = textOf(stated, name)
    return date === null ? [] : [step(date, typeof label === 'string' ? label : label(stated))]
  })
  if (steps.length === 0 && record.published_on !== null) steps.push(step(record.published_on, '发布'))
  if (view === 'history' && record.removed_on !== null) steps.push(step(record.removed_on, '移出'))
  return steps
}

/** Steps of a matter in court by all of its records, oldest first; empty for other kinds. */
export const timelineOf = (shown: ShownRecord, related: readonly ShownRecord[]): Step[] =>
  shown.kind.group === 'legalRisk'
    ? [shown, ...related]
        .filter(({ kind }) => kind.group === 'legalRisk')
        .flatMap(stepsOf)
        .toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1))
    : []

const DIGEST_LINES = 3
/** Types of fields that a digest leaves out: long texts, and what the company's own page shows. */
const omittedTypes = new Set<Field['type']>(['name', 'parties', 'passages', 'events', 'prose', 'link', 'certificate'])

/** A record in a few lines. */
export function digestOf(shown: ShownRecord, fields: RecordFields): Omit<RecordDigest, 'source'> {
  const { kind, record } = shown
  return {
    recordKind: kind.key,
    id: record.id,
    title: titleOf(shown),
    publishedAt: record.published_on,
    lines: linesOf(kind, fields),
  }
}

/** The first list fields, those with a tone before the others. */
function linesOf(kind: RecordKind, fields: RecordFields): RecordDigest['lines'] {
  const lines = listFieldsOf(kind).flatMap((name) => {
    const field = kind.fields[name]
    const text = field === undefined || omittedTypes.has(field.type) ? '' : textFrom(fields[name] ?? null)
    if (field === undefined || name === kind.heading || name === kind.published[0] || text === '') return []
    return [{ label: field.label, value: text, tone: toneOf(field, text) }]
  })
  const coloured = lines.filter(({ tone }) => tone !== null).slice(0, DIGEST_LINES)
  const others = lines.filter(({ tone }) => tone === null).slice(0, DIGEST_LINES - coloured.length)
  return lines.filter((line) => coloured.includes(line) || others.includes(line))
}

const toneOf = (field: Field, text: string) =>
  field.type === 'word' || field.type === 'words' ? (field.tones?.[text] ?? null) : null

/** A value as one line of text; empty for none. Whole numbers plain, others with two decimals. */
export function textFrom(value: FieldValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.flatMap((item) => (typeof item === 'string' ? [item] : [])).join('；')
  const digits = Number.isInteger(value.value) ? 0 : 2
  const amount = value.value.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${amount} ${value.unit}`
}
