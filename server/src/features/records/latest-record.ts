import type { Field, FieldValue, RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordGroup } from '@baiqicha/contract/records/kind-table'
import { allKinds } from '@baiqicha/contract/records/kinds'
import { listFieldsOf, type RecordDigest } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { sql } from 'kysely'
import { outcomeForCompany } from '../../records/party-outcome.ts'
import { todayOf, visibilityInSql } from '../../records/record-visibility.ts'
import { type ShownRecord, showRecord, sourceIdsOf, sourcesOf, titleOf } from '../../records/shown-record.ts'
import { meantValues, subjectRows, withMeant } from '../../records/subject-rows.ts'
import type { RecordReading } from './record-reading.ts'

const LINES = 3
/** Told at length, or known to whoever looks at the company. */
const notTold = new Set<Field['type']>(['name', 'parties', 'passages', 'events', 'prose', 'link', 'certificate'])

/** The newest current record of a group that is about a company, in a few lines; null for none. */
export async function readLatest(
  reading: RecordReading,
  { companyId, group }: { companyId: string; group: RecordGroup },
): Promise<RecordDigest | null> {
  const { db, clock, findSubjects, readRecords, linkFields, sourcesNamed } = reading
  const subjects = (await findSubjects.find([companyId])).get(companyId)
  if (subjects === undefined || subjects.keys.length === 0) return null
  const today = todayOf(clock.now())
  const kinds = allKinds.filter((kind) => kind.group === group).map(({ key }) => key)
  const newest = await subjectRows(withMeant(db, meantValues([subjects])), today)
    .where('told.kind', 'in', kinds)
    .where(visibilityInSql(today), '=', sql.lit('current'))
    .select('told.record_id as id')
    .orderBy('told.published_on', (by) => by.desc().nullsLast())
    .orderBy('told.record_id')
    .limit(1)
    .execute()
  const [record] = await readRecords(newest.map(({ id }) => id))
  const shown = record === undefined ? null : showRecord(record, today)
  if (record === undefined || shown === null) return null
  const [sources, [linked]] = await Promise.all([sourcesNamed(sourceIdsOf([record])), linkFields([shown], subjects)])
  const [source] = sourcesOf(record, sources)
  const fields = outcomeForCompany(shown.kind, linked?.fields ?? {}, companyId)
  return source === undefined ? null : { ...digestOf(shown, fields), source }
}

function digestOf(shown: ShownRecord, fields: RecordFields): Omit<RecordDigest, 'source'> {
  const { kind, record } = shown
  return {
    recordKind: kind.key,
    id: record.id,
    title: titleOf(shown),
    publishedAt: record.published_on,
    lines: linesOf(kind, fields),
  }
}

/** The first facts a list tells, and with them any that has a colour. */
function linesOf(kind: RecordKind, fields: RecordFields): RecordDigest['lines'] {
  const told = listFieldsOf(kind).flatMap((name) => {
    const field = kind.fields[name]
    const text = field === undefined || notTold.has(field.type) ? '' : textFrom(fields[name] ?? null)
    if (field === undefined || name === kind.heading || name === kind.published[0] || text === '') return []
    return [{ label: field.label, value: text, tone: toneOf(field, text) }]
  })
  const coloured = told.filter(({ tone }) => tone !== null).slice(0, LINES)
  const others = told.filter(({ tone }) => tone === null).slice(0, LINES - coloured.length)
  return told.filter((line) => coloured.includes(line) || others.includes(line))
}

const toneOf = (field: Field, text: string) =>
  field.type === 'word' || field.type === 'words' ? (field.tones?.[text] ?? null) : null

/** A value as one line of text; empty for none. Whole numbers plain, others with two decimals. */
function textFrom(value: FieldValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.flatMap((item) => (typeof item === 'string' ? [item] : [])).join('；')
  const digits = Number.isInteger(value.value) ? 0 : 2
  const amount = value.value.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${amount} ${value.unit}`
}
