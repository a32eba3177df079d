import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { BulkReader, BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { inJsonArray } from '../../platform/database/portable-sql.ts'
import type { RecordStatementTable } from '../../platform/database/tables/import.ts'
import { SEVERAL_RUNS } from '../file/import-history.ts'
import { type LoadedRecord, readVersion, versionText } from './loaded-record.ts'
import { recordStatementTable } from './record-tables.ts'
import { isVersionSupersededBy } from './source-version.ts'

/** As of companies (`statementChanges`): which imports stated a record, for an undo. */
type RecordStatements = { onlyRun: number | null; written: readonly RecordStatementTable[] }

/** null: the rows repeat what the same source stated in an earlier import. */
export function recordStatementsOf(
  kind: RecordKind,
  { id, stored, stated, storedVersions }: LoadedRecord,
  run: number,
): RecordStatements | null {
  if (stored === null || stated === null || stored.only_run === run) return { onlyRun: run, written: [] }
  const statement = versionText(kind, stated)
  const ofSource = storedVersions.get(stated.source)
  if (ofSource !== undefined && versionText(kind, ofSource) === statement) return null
  const own = { record_id: id, run, source_id: stated.source, statement }
  if (stored.only_run === SEVERAL_RUNS) return { onlyRun: SEVERAL_RUNS, written: [own] }
  const earlier = [...storedVersions.values()].map((version) => ({
    record_id: id,
    run: stored.only_run ?? 0,
    source_id: version.source,
    statement: versionText(kind, version),
  }))
  return { onlyRun: SEVERAL_RUNS, written: [...earlier, own] }
}

export const loadRecordStatements = (reader: BulkReader, ids: readonly string[]) =>
  reader.selectIn<RecordStatementTable>('record_statement', 'record_id', ids)

/** The newer of what the import stated in an earlier batch and in this one. */
function withEarlierBatch(
  kind: RecordKind,
  row: RecordStatementTable,
  earlier: RecordStatementTable | undefined,
): RecordStatementTable {
  if (earlier === undefined) return row
  const isNewer = isVersionSupersededBy(readVersion(kind, earlier.statement), readVersion(kind, row.statement))
  return isNewer ? row : earlier
}

/** Writes the statements, within the transaction of their batch. `restated`: records whose `only_run` alone changes. */
export async function saveRecordStatements(
  { session, database: { db }, kind }: { session: BulkSession; database: OpenDatabase; kind: RecordKind },
  { written, restated, run }: { written: readonly RecordStatementTable[]; restated: readonly string[]; run: number },
): Promise<void> {
  if (restated.length > 0) {
    const ofRecords = db.updateTable('record').where('id', 'in', inJsonArray(db, restated))
    await session.query(ofRecords.set({ only_run: SEVERAL_RUNS }).compile())
  }
  if (written.length === 0) return
  const stored = await loadRecordStatements(
    session,
    written.map(({ record_id }) => record_id),
  )
  const ofRun = new Map(
    stored.filter((row) => row.run === run).map((row) => [`${row.record_id} ${row.source_id}`, row]),
  )
  await session.write(
    recordStatementTable,
    written.map((row) =>
      row.run === run ? withEarlierBatch(kind, row, ofRun.get(`${row.record_id} ${row.source_id}`)) : row,
    ),
  )
}
