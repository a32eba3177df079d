import type { CorrectionSubject } from '@baiqicha/contract/correction'
import { type Amount, type Field, type FieldValue, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { listFieldsOf } from '@baiqicha/contract/records/record'
import { officialSites, type RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Clock } from '../../domain/clock.ts'
import { maskRecord } from '../../domain/records/record-masking.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanySubjectsReader, SubjectCompany } from '../../records/company-subjects.ts'
import { outcomeForCompany } from '../../records/party-outcome.ts'
import { readFields } from '../../records/record-fields.ts'
import { todayOf, visibilityOf } from '../../records/record-visibility.ts'

/** What somebody wants to object to: a record, a kind of record of a company, or its register entry. */
export type RequestedSubject = {
  companyId: string
  recordKind?: RecordKindKey | undefined
  recordId?: string | undefined
}

/** The same, found. `fields` are masked, as whoever reads the record sees them. */
export type FoundSubject = {
  company: SubjectCompany
  kind: RecordKind | null
  record: { id: string; fields: RecordFields } | null
}

export interface CorrectionSubjectRepository {
  /** null where there is no such thing, or nothing that may be seen. */
  find(asked: RequestedSubject): Promise<FoundSubject | null>
}

type SubjectDeps = {
  db: Database
  clock: Clock
  companySubjects: CompanySubjectsReader
}

export function createCorrectionSubjectRepository({ db, clock, companySubjects }: SubjectDeps): CorrectionSubjectRepository {
  const findRows = (recordId: string, keys: readonly string[]) =>
    db
      .selectFrom('record_subject')
      .innerJoin('record', 'record.id', 'record_subject.record_id')
      .select([
        'record.kind',
        'record.content',
        'record_subject.standing',
        'record_subject.display_until',
        'record_subject.removed_on',
        'record_subject.is_disputed',
        'record_subject.is_hidden',
      ])
      .where('record_subject.subject_key', 'in', keys)
      .where('record_subject.record_id', '=', recordId)
      .executeTakeFirst()

  return {
    async find({ companyId, recordKind, recordId }) {
      const found = (await companySubjects.find([companyId])).get(companyId)
      if (found === undefined) return null
      const { company, keys } = found
      if (recordId === undefined) {
        return { company, kind: recordKind === undefined ? null : recordKinds[recordKind], record: null }
      }
      const row =
        keys.length === 0
          ? undefined
          : await findRows(
              recordId,
              keys.map(({ key }) => key),
            )
      if (row === undefined || (recordKind !== undefined && row.kind !== recordKind)) return null
      if (visibilityOf(row, todayOf(clock.now())) === null) return null
      const kind = recordKinds[row.kind]
      // Which party the company is would have to be looked up: what holds for one party only is left out.
      const fields = outcomeForCompany(kind, maskRecord(kind, readFields(kind, row.content)).fields, null)
      return { company, kind, record: { id: recordId, fields } }
    },
  }
}

/** What it is called: what the record is headed by, its kind, or the register entry. */
export function titleOf({ kind, record }: FoundSubject): string {
  if (kind === null) return '企业登记信息'
  const heading = kind.heading === null || record === null ? null : textOf(record.fields, kind.heading)
  return heading === null ? kind.title : `${kind.title} ${heading}`
}

/** As many lines as tell one record from another. */
const LINES = 4
const LINE_LENGTH = 80

const isAmount = (value: FieldValue): value is Amount => typeof value === 'object' && value !== null && 'unit' in value

function valueText({ type }: Field, value: FieldValue | undefined): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value.slice(0, LINE_LENGTH)
  if (typeof value === 'number') return type === 'percent' ? `${value}%` : String(value)
  if (isAmount(value)) return `${value.value.toLocaleString('zh-CN', { maximumFractionDigits: 2 })} ${value.unit}`
  const texts = value.filter((one) => typeof one === 'string')
  return texts.length === 0 ? null : texts.join('、').slice(0, LINE_LENGTH)
}

function linesOf({ kind, record }: FoundSubject): CorrectionSubject['lines'] {
  if (kind === null || record === null) return []
  const lines = listFieldsOf(kind).flatMap((name) => {
    const field = kind.fields[name]
    if (field === undefined || name === kind.heading) return []
    const value = valueText(field, record.fields[name])
    return value === null ? [] : [{ label: field.label, value }]
  })
  return lines.slice(0, LINES)
}

/** What the form is filled with. A visitor, who may not read records, gets no line of one. */
export const describeSubject = (found: FoundSubject, isVisitor: boolean): CorrectionSubject => ({
  companyId: found.company.id,
  companyName: found.company.name,
  isDemo: found.company.is_demo === 1,
  recordKind: found.kind?.key ?? null,
  recordId: found.record?.id ?? null,
  title: titleOf(found),
  lines: isVisitor ? [] : linesOf(found),
  authority: found.kind?.officialSite ?? officialSites.register,
})
