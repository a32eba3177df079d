import type { CorrectionDeskDetail } from '@baiqicha/contract/desk/corrections'
import { textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import { maskRecord } from '../../domain/masking/record-masking.ts'
import type { Database } from '../../platform/database/database.ts'
import { readFields } from '../../records/record-fields.ts'
import { linesOf } from './correction-subject.repository.ts'

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
