import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import type { BulkReader } from '../../platform/database/bulk-session.ts'
import type { RecordSourceTable, RecordTable } from '../../platform/database/tables/record.ts'
import {
  isVersionSupersededBy,
  type MergedRecord,
  mergeVersions,
  recordFromVersion,
  type SourceVersion,
  statementOf,
} from './source-version.ts'

/** A record that rows are about: its stored row, and the statement of each source. */
export type LoadedRecord = {
  id: string
  stored: RecordTable | null
  /** By source. A record of one source has its statement in its own row. */
  statements: Map<string, SourceVersion>
  /** As stored, before the rows of the import. */
  storedVersions: ReadonlyMap<string, SourceVersion>
  /** Stored statements by source, as JSON; empty for a record of one source. */
  storedTexts: ReadonlyMap<string, string>
  /** What rows of the import state, once read. */
  stated: SourceVersion | null
}

const text = z.nullable(z.string())
const storedStatement = z.object({
  source_id: z.string(),
  as_of: text,
  source_url: text,
  status: z.string(),
  standing: z.enum(['current', 'history', 'disputed', 'withdrawn']),
  published_on: text,
  display_until: text,
  removed_on: text,
  removed_reason: text,
  subjects: z.string(),
  about: text,
  content: z.string(),
})

export const emptyLoadedRecord = (id: string): LoadedRecord => ({
  id,
  stored: null,
  statements: new Map(),
  storedVersions: new Map(),
  storedTexts: new Map(),
  stated: null,
})

/** A statement as `versionText` wrote it. */
export const readVersion = (kind: RecordKind, statement: string): SourceVersion =>
  statementOf(kind, z.parse(storedStatement, JSON.parse(statement)))

/** JSON of the row that the record would have with this statement alone. */
export const versionText = (kind: RecordKind, statement: SourceVersion): string =>
  JSON.stringify(recordFromVersion(kind, statement).row)

/** Loads the stored records of these ids with the statements of their sources. */
export async function loadRecords(
  reader: BulkReader,
  kind: RecordKind,
  ids: readonly string[],
): Promise<Map<string, LoadedRecord>> {
  const rows = await reader.selectIn<RecordTable>('record', 'id', ids)
  if (rows.length === 0) return new Map()
  const sources = await reader.selectIn<RecordSourceTable>(
    'record_source',
    'record_id',
    rows.map(({ id }) => id),
  )
  const sourcesById = Map.groupBy(sources, (row) => row.record_id)
  return new Map(
    rows.map((stored) => {
      const several = sourcesById.get(stored.id) ?? []
      const statements = several.map((one) => readVersion(kind, one.statement))
      const all = several.length === 0 ? [statementOf(kind, stored)] : statements
      const storedVersions = new Map(all.map((statement) => [statement.source, statement]))
      return [
        stored.id,
        {
          id: stored.id,
          stored,
          statements: new Map(storedVersions),
          storedVersions,
          storedTexts: new Map(several.map((one) => [one.source_id, one.statement])),
          stated: null,
        },
      ]
    }),
  )
}

/** Replaces the source's statement unless the existing one is newer. */
export function applyVersion(record: LoadedRecord, statement: SourceVersion): void {
  const before = record.statements.get(statement.source)
  if (before === undefined || isVersionSupersededBy(before, statement))
    record.statements.set(statement.source, statement)
  if (record.stated === null || isVersionSupersededBy(record.stated, statement)) record.stated = statement
}

/** What must be written for one record. */
export type RecordDifference = {
  id: string
  stored: RecordTable | null
  merged: MergedRecord
  /** New or changed statements, once a record has several sources. */
  sources: readonly { statement: SourceVersion; text: string }[]
  /** As in `LoadedRecord`. */
  storedTexts: ReadonlyMap<string, string>
  onlyRun: number | null
}

const isSameRow = (stored: RecordTable, row: MergedRecord['row'], isDemo: 0 | 1) =>
  stored.is_demo === isDemo && Object.entries(row).every(([column, value]) => Reflect.get(stored, column) === value)

export function recordDifferenceOf(
  kind: RecordKind,
  record: LoadedRecord,
  { isDemo, onlyRun }: { isDemo: 0 | 1; onlyRun: number | null },
): RecordDifference | null {
  const { id, stored, storedTexts } = record
  const statements = [...record.statements.values()]
  const [only] = statements
  if (only === undefined) return null
  const merged = recordFromVersion(kind, statements.length === 1 ? only : mergeVersions(kind, statements))
  const sources = statements.length === 1 ? [] : statementsMissing(kind, statements, storedTexts)
  if (stored !== null && sources.length === 0 && isSameRow(stored, merged.row, isDemo)) return null
  return { id, stored, merged, sources, storedTexts, onlyRun }
}

const statementsMissing = (
  kind: RecordKind,
  statements: readonly SourceVersion[],
  stored: ReadonlyMap<string, string>,
) =>
  statements
    .map((statement) => ({ statement, text: versionText(kind, statement) }))
    .filter(({ statement, text: current }) => stored.get(statement.source) !== current)
