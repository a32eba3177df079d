import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { inJsonArray } from '../../platform/database/portable-sql.ts'
import type { RecordStatementTable } from '../../platform/database/tables/import.ts'
import type { RecordTable } from '../../platform/database/tables/record.ts'
import { SEVERAL_RUNS } from '../file/import-run.ts'
import {
  emptyLoadedRecord,
  type LoadedRecord,
  loadRecords,
  type RecordDifference,
  readVersion,
  recordDifferenceOf,
} from './loaded-record.ts'
import {
  loadRecordStatements,
  nameRows,
  recordSourceTable,
  removeRecords,
  type SaveDeps,
  saveRecords,
  subjectNameTable,
} from './save-records.ts'
import { isVersionSupersededBy, recordFromVersion, type SourceVersion, statementOf } from './source-version.ts'

/** A record with the statements that remain. */
type Rebuilt = { record: LoadedRecord; onlyRun: number | null }

/** The newest statement of each source. */
function newestOfSources(kind: RecordKind, rows: readonly RecordStatementTable[]): Map<string, SourceVersion> {
  const statements = new Map<string, SourceVersion>()
  for (const { statement } of rows.toSorted((a, b) => a.run - b.run)) {
    const version = readVersion(kind, statement)
    const before = statements.get(version.source)
    if (before === undefined || isVersionSupersededBy(before, version)) statements.set(version.source, version)
  }
  return statements
}

/** `only_run` of a record with these statements: 0 for those of several imports, null for older ones. */
function onlyRunOf(remaining: readonly RecordStatementTable[]): number | null {
  const [first, ...others] = new Set(remaining.map(({ run }) => run))
  if (first === undefined || others.length > 0) return SEVERAL_RUNS
  return first === 0 ? null : first
}

/** Names stated together with codes. */
const namesOf = (kind: RecordKind, versions: readonly SourceVersion[]) =>
  nameRows(versions.map((version) => ({ merged: recordFromVersion(kind, version) })))

/**
 * Takes the statements of one import out of these records, within a transaction. A record that no other import stated is
 * deleted.
 */
export async function rebuildRecords(deps: SaveDeps, ids: readonly string[], run: number): Promise<void> {
  const { session, kind } = deps
  const loaded = [...(await loadRecords(session, kind, ids)).values()]
  const statements = await loadRecordStatements(session, ids)
  const [taken, others] = [true, false].map((isTaken) => statements.filter((row) => (row.run === run) === isTaken))
  const remainingById = Map.groupBy(others ?? [], (row) => row.record_id)
  const removed: RecordTable[] = []
  const kept: Rebuilt[] = []
  for (const { id, stored, storedTexts } of loaded) {
    if (stored === null) continue
    const remaining = remainingById.get(id) ?? []
    const record = { ...emptyLoadedRecord(id), stored, storedTexts, statements: newestOfSources(kind, remaining) }
    if (remaining.length === 0) removed.push(stored)
    else kept.push({ record, onlyRun: onlyRunOf(remaining) })
  }
  await removeRecords(deps, removed)
  await saveKept(deps, kept)
  for (const { record, onlyRun } of kept) {
    const [ofRun, values] = onlyRun === SEVERAL_RUNS ? [' and run = ?', [run]] : ['', []]
    await session.execute(`delete from record_statement where record_id = ?${ofRun}`, [record.id, ...values])
  }
  const before = loaded.flatMap(({ stored }) => (stored === null ? [] : statementOf(kind, stored)))
  const takenVersions = (taken ?? []).map(({ statement }) => readVersion(kind, statement))
  const keptVersions = (others ?? []).map(({ statement }) => readVersion(kind, statement))
  const names = namesOf(kind, keptVersions)
  await session.write(subjectNameTable, names)
  await forgetNames(deps, namesOf(kind, [...before, ...takenVersions]), names)
}

async function saveKept(deps: SaveDeps, kept: readonly Rebuilt[]) {
  const { session, kind } = deps
  const differences: RecordDifference[] = []
  for (const { record, onlyRun } of kept) {
    const isDemo = record.stored?.is_demo ?? 0
    const difference = recordDifferenceOf(kind, record, { isDemo, onlyRun })
    if (difference !== null) differences.push(difference)
    else await session.execute('update record set only_run = ? where id = ?', [onlyRun, record.id])
  }
  for (const [isDemo, same] of Map.groupBy(differences, ({ stored }) => stored?.is_demo ?? 0)) {
    await saveRecords({ ...deps, isDemo }, same)
  }
  const stale = kept.flatMap(({ record: { id, statements, storedTexts } }) =>
    [...storedTexts.keys()]
      .filter((source) => statements.size === 1 || !statements.has(source))
      .map((source_id) => ({ record_id: id, source_id })),
  )
  await session.remove(recordSourceTable, stale)
}

type NameRow = { name_key: string; subject_key: string }

/** Records read together while a name is looked for. */
const READ = 500

/** Deletes those pairs of a name and a code that nothing states any more. */
async function forgetNames({ session, database }: SaveDeps, names: readonly NameRow[], kept: readonly NameRow[]) {
  const textOf = (row: NameRow) => `${row.name_key}\n${row.subject_key}`
  const stated = new Set(kept.map(textOf))
  const candidates = names.filter((row) => !stated.has(textOf(row)))
  for (const [key, ofKey] of Map.groupBy(candidates, ({ subject_key }) => subject_key)) {
    const missing = new Set(ofKey.map(({ name_key }) => name_key))
    for (let after = ''; missing.size > 0; ) {
      const rows = await session.select<{ record_id: string }>(
        `select distinct record_id from record_subject
         where subject_key = ? and record_id > ? order by record_id limit ${READ}`,
        [key, after],
      )
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.record_id
      const ids = rows.map((row) => row.record_id)
      const query = database.db.selectFrom('record').selectAll().where('id', 'in', inJsonArray(database.db, ids))
      for (const stored of await session.query(query.compile())) {
        const kind = recordKinds[stored.kind]
        for (const { name_key, subject_key } of namesOf(kind, [statementOf(kind, stored)])) {
          if (subject_key === key) missing.delete(name_key)
        }
      }
    }
    for (const name of missing) {
      await session.execute('delete from subject_name where name_key = ? and subject_key = ?', [name, key])
    }
  }
}
