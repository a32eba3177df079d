import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordStatus } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import { isSupersededBy } from '../../domain/company/provenance.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import type { RecordStanding, RecordTable } from '../../platform/database/tables/record.ts'
import { readFields } from '../../records/record-fields.ts'
import { type RecordSubject, type StatedCompany, subjectsOf } from './mentioned-subjects.ts'

/** What one source states about a record. */
export type SourceVersion = {
  source: string
  asOf: string | null
  url: string | null
  status: RecordStatus
  /** Last day of publication as the source states it; null when only the law sets one. */
  displayUntil: string | null
  removedOn: string | null
  removedReason: string | null
  about: StatedCompany | null
  fields: RecordFields
}

const standings: Readonly<Record<RecordStatus, RecordStanding>> = {
  当前有效: 'current',
  历史: 'history',
  已移出: 'history',
  已修复: 'history',
  已撤销: 'withdrawn',
  异议处理中: 'disputed',
}
export const isStatus = (word: string): word is RecordStatus => Object.hasOwn(standings, word)

/** The columns of `record` that follow from statements. */
export type MergedRow = Omit<
  RecordTable,
  'id' | 'kind' | 'disputed_at' | 'is_hidden' | 'is_number_hidden' | 'is_demo' | 'updated_at' | 'only_run'
>
export type MergedRecord = { row: MergedRow; fields: RecordFields; subjects: readonly RecordSubject[] }

/** The first of the dates of publication of the kind, and its field; null for a record without any. */
export function publicationOf(kind: RecordKind, fields: RecordFields): { event_date: string; field: string } | null {
  for (const field of kind.published) {
    const date = textOf(fields, field)
    if (date !== null) return { event_date: date.slice(0, 10), field }
  }
  return null
}

const publishedOn = (kind: RecordKind, fields: RecordFields) => publicationOf(kind, fields)?.event_date ?? null

/** Last day of publication by law, for a record that is current or disputed. */
function termOf(kind: RecordKind, fields: RecordFields, standing: RecordStanding): string | null {
  const published = publishedOn(kind, fields)
  const isStanding = standing === 'current' || standing === 'disputed'
  return isStanding && published !== null ? (kind.displayTerm?.(fields, published) ?? null) : null
}

function standingOf(kind: RecordKind, { status, fields }: SourceVersion): RecordStanding {
  const standing = standings[status]
  const isOver = (standing === 'current' || standing === 'disputed') && kind.isOver?.(fields) === true
  return isOver ? 'history' : standing
}

/** The row, fields and subjects of a record with this statement. */
export function recordFromVersion(kind: RecordKind, statement: SourceVersion): MergedRecord {
  const { fields, about } = statement
  const standing = standingOf(kind, statement)
  const subjects = subjectsOf(kind, fields, about)
  const row: MergedRow = {
    source_id: statement.source,
    as_of: statement.asOf,
    source_url: statement.url,
    status: standing === 'history' && standings[statement.status] !== 'history' ? '历史' : statement.status,
    standing,
    published_on: publishedOn(kind, fields),
    display_until: statement.displayUntil ?? termOf(kind, fields, standing),
    removed_on: statement.removedOn,
    removed_reason: statement.removedReason,
    subjects: JSON.stringify(subjects.map(({ key, identity }) => [key, identity])),
    about: about === null ? null : JSON.stringify([about.name, about.creditCode, about.registrationNumber]),
    content: JSON.stringify(fields),
  }
  return { row, fields, subjects }
}

const text = z.nullable(z.string())
const aboutSchema = z.tuple([text, text, text])

/** The fields that have a value. */
function fieldsIn(kind: RecordKind, content: string): RecordFields {
  const all = Object.entries(readFields(kind, content))
  return Object.fromEntries(all.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)))
}

function aboutIn(json: string | null): StatedCompany | null {
  if (json === null) return null
  const [name, creditCode, registrationNumber] = z.parse(aboutSchema, JSON.parse(json))
  return { name, creditCode, registrationNumber }
}

/** Inverse of `recordFromVersion`. */
export function statementOf(kind: RecordKind, row: MergedRow): SourceVersion {
  const fields = fieldsIn(kind, row.content)
  const isOfLaw = row.display_until === termOf(kind, fields, row.standing)
  return {
    source: row.source_id,
    asOf: row.as_of,
    url: row.source_url,
    status: isStatus(row.status) ? row.status : '当前有效',
    displayUntil: isOfLaw ? null : row.display_until,
    removedOn: row.removed_on,
    removedReason: row.removed_reason,
    about: aboutIn(row.about),
    fields,
  }
}

/** Sets `displayUntil` to null when it equals the term set by law, so that equal records have equal statements. */
export function withoutStatutoryTerm(kind: RecordKind, statement: SourceVersion): SourceVersion {
  if (statement.displayUntil === null) return statement
  const isOfLaw = statement.displayUntil === termOf(kind, statement.fields, standingOf(kind, statement))
  return isOfLaw ? { ...statement, displayUntil: null } : statement
}

const isWithdrawn = ({ status }: SourceVersion) => standings[status] === 'withdrawn'

const isSameDay = (a: SourceVersion, b: SourceVersion) => {
  const [dayA, dayB] = [a, b].map(({ asOf }) => ({ source: '', asOf }))
  return dayA !== undefined && dayB !== undefined && isSupersededBy(dayA, dayB) && isSupersededBy(dayB, dayA)
}

/**
 * Whether `b` counts before `a`: the newer one; for equal as-ofs a withdrawal, then the source whose id sorts last. Of
 * one source the later statement counts.
 */
export function isVersionSupersededBy(a: SourceVersion, b: SourceVersion): boolean {
  if (isSameDay(a, b) && isWithdrawn(a) !== isWithdrawn(b)) return isWithdrawn(b)
  return isSupersededBy(a, b)
}

/** Fills the missing parts of the first company from the other, when both are the same company. */
function mergeAbout(first: StatedCompany | null, other: StatedCompany | null): StatedCompany | null {
  if (first === null || other === null) return first ?? other
  const isSame = first.name === null || other.name === null || nameKey(first.name) === nameKey(other.name)
  if (!isSame) return first
  return {
    name: first.name ?? other.name,
    creditCode: first.creditCode ?? other.creditCode,
    registrationNumber: first.registrationNumber ?? other.registrationNumber,
  }
}

/**
 * Merges the statements of several sources: the leading statement counts, missing fields come from the others. Status
 * and its dates always come from one source.
 */
export function mergeVersions(kind: RecordKind, statements: readonly SourceVersion[]): SourceVersion {
  const [first, ...others] = statements.toSorted((a, b) => (isVersionSupersededBy(a, b) ? 1 : -1))
  if (first === undefined) throw new Error('A record needs a statement')
  const all = [first, ...others]
  const fields: RecordFields = {}
  for (const name of Object.keys(kind.fields)) {
    const value = all.find((one) => one.fields[name] !== undefined)?.fields[name]
    if (value !== undefined) fields[name] = value
  }
  return {
    ...first,
    displayUntil: all.find(({ displayUntil }) => displayUntil !== null)?.displayUntil ?? null,
    about: all.map(({ about }) => about).reduce(mergeAbout, null),
    fields,
  }
}
