import type { CorrectionSubject } from '@baiqicha/contract/correction'
import { type Field, type FieldValue, isAmount, textOf } from '@baiqicha/contract/records/fields'
import { officialSites } from '@baiqicha/contract/records/official-sites'
import { listFieldsOf } from '@baiqicha/contract/records/record'
import type { FoundSubject } from './correction-subject.repository.ts'

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
