import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { createRecordImporter, type RecordImportRequest } from '../../src/importers/records/import-records.ts'
import { canonicalMapping } from '../../src/importers/records/record-formats.ts'
import { createImportUndo } from '../../src/importers/undo/undo-import.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { loadReferenceData } from '../../src/platform/reference-data.ts'
import { BUILT_AT, buildSource } from '../builders/companies.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { testHiddenNumbers } from './hidden-numbers.ts'
import { testFile } from './import-tables.ts'

/** Fictional sources: 甲, 乙 and 丁 of fictional companies, 丙 of real ones. */
const sources = [
  { id: 'demo-a', name: '演示来源甲', kind: 'demo', as_of: null },
  { id: 'demo-b', name: '演示来源乙', kind: 'demo', as_of: null },
  { id: 'demo-c', name: '演示来源丁', kind: 'demo', as_of: null },
  { id: 'real', name: '测试来源丙', kind: 'own', as_of: '2026-06-30' },
]

/** Imports one file into a test database; default source `demo-a`, which covers all; default mapping canonical. */
export async function importRecordFile(
  database: TestDatabase,
  key: RecordKindKey,
  request: Partial<Omit<RecordImportRequest, 'kind'>> & { file: string },
) {
  await database.db
    .insertInto('source')
    .values(sources.map((source) => buildSource(source)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const importer = createRecordImporter({ database, clock: { now: () => BUILT_AT }, hiddenNumbers: testHiddenNumbers })
  const kind = recordKinds[key]
  return importer.run({
    kind,
    sourceId: 'demo-a',
    mapping: canonicalMapping(kind),
    rejectsFile: `${request.file}.rejects.ndjson`,
    maxRejectShare: 1,
    covers: 'all',
    ...request,
  })
}

/** Writes rows as NDJSON into a new file and imports it. */
export async function importRecords(
  database: TestDatabase,
  key: RecordKindKey,
  rows: readonly object[],
  request: Partial<Omit<RecordImportRequest, 'kind'>> = {},
) {
  const file = await testFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'records.ndjson')
  return importRecordFile(database, key, { file, ...request })
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** All stored rows of records, sorted, without instants. */
export async function dumpRecords(db: Database) {
  const [records, sourceRows, subjects, names, feeds] = await Promise.all([
    db.selectFrom('record').selectAll().execute(),
    db.selectFrom('record_source').selectAll().execute(),
    db.selectFrom('record_subject').selectAll().execute(),
    db.selectFrom('subject_name').selectAll().execute(),
    db.selectFrom('record_feed').selectAll().execute(),
  ])
  return {
    records: sorted(records.map(({ updated_at: _updated, only_run: _run, ...record }) => record)),
    sources: sorted(sourceRows),
    subjects: sorted(subjects),
    names: sorted(names),
    feeds: sorted(feeds.map(({ imported_at: _imported, ...feed }) => feed)),
  }
}

const { industries } = loadReferenceData({ demo: true })

export const testUndo = (database: TestDatabase) =>
  createImportUndo({ database, clock: { now: () => BUILT_AT }, industries, hiddenNumbers: testHiddenNumbers })
