import type { CorrectionSubject } from '@baiqicha/contract/correction'
import type { CorrectionDeskDetail } from '@baiqicha/contract/desk/corrections'
import { type Field, type FieldValue, isAmount, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { officialSites } from '@baiqicha/contract/records/official-sites'
import { listFieldsOf } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import { maskRecord } from '../../domain/masking/record-masking.ts'
import { PERSON_MARK } from '../../domain/records/person-name.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanySubjectsReader, SubjectCompany } from '../../records/company-subjects.ts'
import { readFields } from '../../records/record-fields.ts'
import { subjectPartsOf } from '../../records/record-links.ts'
import { outcomeForCompany, visibilityOf } from '../../records/shown-record.ts'

/**
 * Requested subject of a correction: a record, a kind of records of a company, or the register entry of the company.
 */
export type RequestedSubject = {
  /** Empty: a record about a natural person. */
  companyId: string
  recordKind?: RecordKindKey | undefined
  recordId?: string | undefined
}

/** A subject that exists. `fields` are masked as readers see them. */
export type FoundSubject = {
  /** Empty id and name: the record is about a natural person, who belongs to no company. */
  company: Pick<SubjectCompany, 'id' | 'name' | 'is_demo'>
  kind: RecordKind | null
  record: { id: string; fields: RecordFields } | null
}

type SubjectDeps = {
  db: Database
  clock: Clock
  companySubjects: CompanySubjectsReader
}

export function createCorrectionSubjectRepository({ db, clock, companySubjects }: SubjectDeps) {
  /** The record under one of the keys: a look-up by the whole primary key. */
  const findUnder = (recordId: string, keys: readonly string[]) =>
    db
      .selectFrom('record')
      .innerJoin('record_subject', (join) =>
        join.onRef('record_subject.kind', '=', 'record.kind').onRef('record_subject.record_id', '=', 'record.id'),
      )
      .select([
        'record.kind',
        'record.content',
        'record_subject.standing',
        'record_subject.display_until',
        'record_subject.removed_on',
        'record_subject.is_disputed',
        'record_subject.is_hidden',
      ])
      .where('record.id', '=', recordId)
      .where('record_subject.record_id', '=', recordId)
      .where('record_subject.subject_key', 'in', keys)

  /** A record about a natural person. */
  async function findOfPerson(recordKind: RecordKindKey | undefined, recordId: string | undefined) {
    if (recordKind === undefined || recordId === undefined) return null
    const stated = await db.selectFrom('record').select('subjects').where('id', '=', recordId).executeTakeFirst()
    const keys = stated === undefined ? [] : subjectPartsOf({ record: stated }).map(({ key }) => key)
    const ofPersons = keys.filter((key) => key.startsWith(PERSON_MARK))
    if (ofPersons.length === 0) return null
    const row = await findUnder(recordId, ofPersons).where('record.kind', '=', recordKind).executeTakeFirst()
    if (row === undefined || visibilityOf(row, chinaDay(clock.now())) === null) return null
    const kind = recordKinds[row.kind]
    const company: FoundSubject['company'] = { id: '', name: '', is_demo: 0 }
    return { company, kind, record: { id: recordId, fields: maskRecord(kind, readFields(kind, row.content)).fields } }
  }

  return {
    /** null when the subject is unknown or not shown to readers. */
    async find({ companyId, recordKind, recordId }: RequestedSubject): Promise<FoundSubject | null> {
      if (companyId === '') return findOfPerson(recordKind, recordId)
      const found = (await companySubjects.find([companyId])).get(companyId)
      if (found === undefined) return null
      const { company, keys } = found
      if (recordId === undefined) {
        return { company, kind: recordKind === undefined ? null : recordKinds[recordKind], record: null }
      }
      const row =
        keys.length === 0
          ? undefined
          : await findUnder(
              recordId,
              keys.map(({ key }) => key),
            ).executeTakeFirst()
      if (row === undefined || (recordKind !== undefined && row.kind !== recordKind)) return null
      if (visibilityOf(row, chinaDay(clock.now())) === null) return null
      const kind = recordKinds[row.kind]
      // Finding the company's party would need another query, so values that hold for one party only are left out.
      const fields = outcomeForCompany(kind, maskRecord(kind, readFields(kind, row.content)).fields, null)
      return { company, kind, record: { id: recordId, fields } }
    },
  }
}
export type CorrectionSubjectRepository = ReturnType<typeof createCorrectionSubjectRepository>

/** Heading of the record, else the title of its kind, else 企业登记信息. */
export function subjectTitleOf({ kind, record }: FoundSubject): string {
  if (kind === null) return '企业登记信息'
  const heading = kind.heading === null || record === null ? null : textOf(record.fields, kind.heading)
  return heading === null ? kind.title : `${kind.title} ${heading}`
}

/** Enough lines to distinguish records of one kind. */
const LINES = 4
const LINE_LENGTH = 80

function valueText({ type }: Field, value: FieldValue | undefined): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value.slice(0, LINE_LENGTH)
  if (typeof value === 'number') return type === 'percent' ? `${value}%` : String(value)
  if (isAmount(value)) return `${value.value.toLocaleString('zh-CN', { maximumFractionDigits: 2 })} ${value.unit}`
  const texts = value.filter((one) => typeof one === 'string')
  return texts.length === 0 ? null : texts.join('、').slice(0, LINE_LENGTH)
}

export function linesOf({ kind, record }: Pick<FoundSubject, 'kind' | 'record'>): CorrectionSubject['lines'] {
  if (kind === null || record === null) return []
  return listFieldsOf(kind).flatMap((name) => {
    const field = kind.fields[name]
    if (field === undefined || name === kind.heading) return []
    const value = valueText(field, record.fields[name])
    return value === null ? [] : [{ label: field.label, value }]
  })
}

/** Subject as the form shows it. Visitors may not read records, so they get no lines. */
export const describeSubject = (
  found: FoundSubject,
  { isVisitor, open }: { isVisitor: boolean; open: CorrectionSubject['open'] },
): CorrectionSubject => ({
  companyId: found.company.id,
  companyName: found.company.name,
  isDemo: found.company.is_demo === 1,
  recordKind: found.kind?.key ?? null,
  recordId: found.record?.id ?? null,
  title: subjectTitleOf(found),
  lines: isVisitor ? [] : linesOf(found).slice(0, LINES),
  authority: found.kind?.officialSite ?? officialSites.register,
  open,
})

/** What each source states about a record, as columns; a value is null where the source states none. */
type SourceColumns = NonNullable<CorrectionDeskDetail['columns']>

/** A row of `record`, or the statement of one source in `record_source`. */
const statedRow = z.object({
  status: z.string(),
  removed_on: z.nullable(z.string()),
  content: z.string(),
})

function valuesOf(kind: RecordKind, recordId: string, row: z.output<typeof statedRow>): Map<string, string> {
  const { fields } = maskRecord(kind, readFields(kind, row.content))
  const heading = kind.heading === null ? null : textOf(fields, kind.heading)
  const headingLabel = kind.heading === null ? undefined : kind.fields[kind.heading]?.label
  return new Map([
    ...(heading !== null && headingLabel !== undefined ? [[headingLabel, heading] as const] : []),
    ...linesOf({ kind, record: { id: recordId, fields } }).map(({ label, value }) => [label, value] as const),
    ['状态', row.status],
    ...(row.removed_on === null ? [] : [['移出日期', row.removed_on] as const]),
  ])
}

/** Also of a hidden record; null: the record is not stored. */
export async function findSourceColumns(db: Database, recordId: string): Promise<SourceColumns | null> {
  const record = await db
    .selectFrom('record')
    .select(['kind', 'source_id', 'as_of', 'status', 'removed_on', 'content'])
    .where('id', '=', recordId)
    .executeTakeFirst()
  if (record === undefined) return null
  const statements = await db
    .selectFrom('record_source')
    .select(['source_id', 'as_of', 'statement'])
    .where('record_id', '=', recordId)
    .orderBy('as_of', 'desc')
    .orderBy('source_id')
    .execute()
  const stated = statements.map(({ source_id, as_of, statement }) => ({
    ...z.parse(statedRow, JSON.parse(statement)),
    source_id,
    as_of,
  }))
  const rows = stated.length === 0 ? [record] : stated
  const names = await db
    .selectFrom('source')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      rows.map(({ source_id }) => source_id),
    )
    .execute()
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const kind = recordKinds[record.kind]
  const columns = rows.map((row) => valuesOf(kind, recordId, row))
  const labels = [...new Set(columns.flatMap((values) => [...values.keys()]))]
  return {
    sources: rows.map(({ source_id: id, as_of: asOf }) => ({
      name: nameOf.get(id) ?? id,
      asOf,
      isInForce: id === record.source_id,
    })),
    rows: labels.map((label) => ({ label, values: columns.map((values) => values.get(label) ?? null) })),
  }
}
