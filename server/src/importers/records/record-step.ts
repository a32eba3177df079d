import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Clock } from '../../domain/clock.ts'
import { latestAsOf } from '../../domain/company/provenance.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { RecordStatementTable } from '../../platform/database/tables/import.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { appendEvents } from '../file/company-events.ts'
import { addProblems } from '../file/field-report.ts'
import type { FileWork, OpenFile } from '../file/file-work.ts'
import { saveRun } from '../file/import-run.ts'
import { lostIn, type Reject } from '../file/rejects.ts'
import { problemOf } from '../file/value-readers.ts'
import type { Table, TableRow } from '../input/table-rows.ts'
import {
  applyVersion,
  emptyLoadedRecord,
  type LoadedRecord,
  loadRecords,
  type RecordDifference,
  recordDifferenceOf,
} from './loaded-record.ts'
import { recordEvents } from './record-events.ts'
import type { ReadRow, RowReader } from './record-reader.ts'
import { recordStatementsOf, saveRecordStatements } from './record-statements.ts'
import { saveRecords } from './save-records.ts'

type StepDeps = OpenFile & {
  session: BulkSession
  database: OpenDatabase
  hiddenNumbers: HiddenNumbers
  clock: Clock
  kind: RecordKind
  isDemo: 0 | 1
  sourceId: string
  /** Whether changes are events (`company_event`). */
  writesEvents: boolean
  reader: RowReader
  readCells: ReturnType<Table['cellReader']>
}

type ReadBatch = { rows: ReadRow[]; rejected: Reject[]; lost: Reject[]; excluded: number }

/** Prepares one batch of rows per call; the result is stored in one short transaction. */
export function createRecordStep(deps: StepDeps): FileWork['prepare'] {
  const { session, kind, run, reader, clock } = deps
  /** Ids of the records that are being stored. */
  let storing: ReadonlySet<string> = new Set()

  function readBatch(rows: readonly TableRow[]): ReadBatch {
    const batch: ReadBatch = { rows: [], rejected: [], lost: [], excluded: 0 }
    for (const row of rows) {
      const cells = row.problem === undefined ? deps.readCells(row.text) : row.problem
      const read =
        typeof cells === 'string'
          ? problemOf(null, cells, row.problem === undefined ? row.text : undefined)
          : reader.read(cells)
      if ('reason' in read) batch.rejected.push({ line: row.line, ...read })
      else if ('excluded' in read) batch.excluded += 1
      else {
        batch.rows.push(read)
        batch.lost.push(...lostIn(row.line, read.lost))
        addProblems(deps.lostFields, row.line, read.lost)
        addProblems(deps.warnings, row.line, read.warnings)
      }
    }
    return batch
  }

  /** The records of the rows, with the statements of the rows applied. */
  async function recordsOf(rows: readonly ReadRow[], stored: Promise<void>): Promise<LoadedRecord[]> {
    const ids = [...new Set(rows.map(({ id }) => id))]
    if (ids.some((id) => storing.has(id))) await stored
    const loaded = await loadRecords(session.beside, kind, ids)
    const records = new Map(ids.map((id) => [id, loaded.get(id) ?? emptyLoadedRecord(id)]))
    for (const { id, statement } of rows) {
      const record = records.get(id)
      if (record !== undefined) applyVersion(record, statement)
    }
    return [...records.values()]
  }

  function count(rows: number, { rejected, excluded }: ReadBatch, differences: readonly RecordDifference[]) {
    const created = differences.filter(({ stored }) => stored === null).length
    run.rows_read += rows
    run.created += created
    run.changed += differences.length - created
    run.excluded += excluded
    run.rejected += rejected.length
    // A second row about a record of this batch counts as unchanged.
    run.unchanged += rows - rejected.length - excluded - differences.length
    run.updated_at = clock.now()
  }

  return async (rows, stored) => {
    const batch = readBatch(rows)
    const records = await recordsOf(batch.rows, stored)
    const { number } = deps.numbered
    const differences: RecordDifference[] = []
    const written: RecordStatementTable[] = []
    const restated: string[] = []
    for (const record of records) {
      const statements = recordStatementsOf(kind, record, number)
      const before = record.stored?.only_run ?? null
      const onlyRun = statements === null ? before : statements.onlyRun
      const difference = recordDifferenceOf(kind, record, { isDemo: deps.isDemo, onlyRun })
      if (difference !== null) differences.push(difference)
      else if (onlyRun !== before) restated.push(record.id)
      if (statements === null) deps.numbered.repeated += 1
      else written.push(...statements.written)
    }
    for (const { statement } of batch.rows) run.as_of = latestAsOf(run.as_of, statement.asOf)
    count(rows.length, batch, differences)
    deps.onRejected([...batch.rejected, ...batch.lost].toSorted((a, b) => a.line - b.line))
    if (deps.isDryRun) return async () => {}
    const progress = { ...run }
    return () => {
      storing = new Set([...differences.map(({ id }) => id), ...restated, ...written.map((row) => row.record_id)])
      return session.transaction(async () => {
        await saveRecords({ ...deps, at: progress.updated_at }, differences)
        await saveRecordStatements(deps, { written, restated, run: number })
        if (deps.writesEvents) await appendEvents(session, recordEvents(kind, deps.sourceId, differences), progress)
        await saveRun(session, progress)
        return 'commit'
      })
    }
  }
}
