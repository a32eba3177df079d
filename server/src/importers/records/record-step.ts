import type { EventChange } from '@baiqicha/contract/follow'
import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { Clock } from '../../domain/clock.ts'
import { latestAsOf } from '../../domain/company/provenance.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { RecordStatementTable } from '../../platform/database/tables/import.ts'
import type { RecordTable } from '../../platform/database/tables/record.ts'
import type { HiddenNumbers } from '../../records/hidden-numbers.ts'
import { readFields } from '../../records/record-fields.ts'
import { subjectKeysIn } from '../../records/subject-rows.ts'
import { appendEvents, type NewEvent } from '../file/company-events.ts'
import type { FileWork, OpenFile } from '../file/import-file.ts'
import { saveRun } from '../file/import-run.ts'
import { addProblems, lostIn, type Reject } from '../file/rejects.ts'
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
import type { ReadRow, RowReader } from './record-reader.ts'
import { recordStatementsOf, saveRecordStatements, saveRecords } from './save-records.ts'
import { publicationOf } from './source-version.ts'

type Standing = Pick<RecordTable, 'standing' | 'removed_on'>

/** Whether the record is in no current list, for its source removed or withdrew it. */
const isOut = ({ standing, removed_on }: Standing) =>
  standing === 'withdrawn' || standing === 'history' || removed_on !== null

/** Columns that readers see, beside the content; the as-of and the address of a statement are not a change. */
const comparedColumns = ['status', 'standing', 'published_on', 'display_until', 'removed_on', 'removed_reason'] as const

/** Whether the source stated the record before: another source that repeats it changes nothing. */
const wasStatedBy = ({ stored, storedTexts }: RecordDifference, sourceId: string) =>
  storedTexts.size === 0 ? stored?.source_id === sourceId : storedTexts.has(sourceId)

/** A field that readers never see. */
const UNSEEN = 'personKey'

/** Names of the fields whose value changed. */
function changedNames(kind: RecordKind, before: string, after: string): string[] {
  const [old, now] = [readFields(kind, before), readFields(kind, after)]
  return Object.keys(kind.fields).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
}

/** Whether a record changed in nothing that readers see. */
function isSameForReaders(kind: RecordKind, stored: RecordTable, row: RecordDifference['merged']['row']): boolean {
  if (!comparedColumns.every((column) => stored[column] === row[column])) return false
  if (stored.content === row.content) return true
  return UNSEEN in kind.fields && changedNames(kind, stored.content, row.content).join() === UNSEEN
}

/** How a source changed a record; null for no event. */
function changeOf(kind: RecordKind, difference: RecordDifference, sourceId: string): EventChange | null {
  const { stored, merged } = difference
  if (stored === null) return merged.row.standing === 'withdrawn' ? null : 'added'
  const [before, after] = [isOut(stored), isOut(merged.row)]
  if (before !== after) return after ? 'removed' : 'restored'
  // From the history to withdrawn or back.
  if (stored.standing !== merged.row.standing && after) return null
  const isSame = isSameForReaders(kind, stored, merged.row)
  return isSame || merged.row.standing === 'withdrawn' || !wasStatedBy(difference, sourceId) ? null : 'changed'
}

/** The date that an event quotes, and its field. */
type Dated = Pick<NewEvent, 'event_date' | 'field'>

const undated: Dated = { event_date: null, field: null }

/** Fields with the day of a removal, for kinds that publish it. */
const removalFields = ['removeDate', 'cancelDate']

function removal({ merged }: RecordDifference): Dated {
  const stated = removalFields.flatMap((field) => textOf(merged.fields, field) ?? [])
  return { event_date: merged.row.removed_on ?? stated[0] ?? null, field: null }
}

function changedFields(kind: RecordKind, { stored, merged }: RecordDifference): Dated {
  if (stored === null) return undated
  const names = changedNames(kind, stored.content, merged.row.content).filter((name) => name !== UNSEEN)
  return { event_date: null, field: names.length === 0 ? null : names.join(',') }
}

function datedBy(kind: RecordKind, change: EventChange, difference: RecordDifference): Dated {
  if (change === 'added') return publicationOf(kind, difference.merged.fields) ?? undated
  if (change === 'removed') return removal(difference)
  return change === 'changed' ? changedFields(kind, difference) : undated
}

/** Keys of companies: an event has no key of a natural person. */
const isCompanyKey = (key: string) => /^[crn]:/.test(key)

/** Subjects of the event. A withdrawal may state fewer of them than the record had. */
function subjectKeysOf(change: EventChange, { stored, merged }: RecordDifference): string[] {
  const keys = new Set(merged.subjects.map(({ key }) => key))
  if (change === 'removed' && stored !== null) {
    for (const key of subjectKeysIn(stored.subjects)) keys.add(key)
  }
  return [...keys].filter(isCompanyKey)
}

function asOfOf({ merged, sources }: RecordDifference, sourceId: string): string | null {
  if (merged.row.source_id === sourceId) return merged.row.as_of
  return sources.find(({ statement }) => statement.source === sourceId)?.statement.asOf ?? merged.row.as_of
}

/** The events of changed records, one per record and subject, in the order of the file. */
function recordEvents(kind: RecordKind, sourceId: string, differences: readonly RecordDifference[]): NewEvent[] {
  return differences.flatMap((difference) => {
    const change = changeOf(kind, difference, sourceId)
    if (change === null) return []
    const event = {
      kind: kind.key,
      change,
      record_id: difference.id,
      value_before: null,
      value_after: null,
      source_id: sourceId,
      as_of: asOfOf(difference, sourceId),
      ...datedBy(kind, change, difference),
    }
    return subjectKeysOf(change, difference).map((subject_key) => ({ ...event, subject_key }))
  })
}

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
      })
    }
  }
}
