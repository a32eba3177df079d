import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { NUMBER_MARK } from '../../domain/contacts/contact-value.ts'
import { listingFacets, listingMarksOf, PERSON_MARK } from '../../domain/records/person-name.ts'
import { type BulkReader, type BulkSession, ignoredRows, replacedRows } from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { inJsonArray } from '../../platform/database/portable-sql.ts'
import type { RecordStatementTable } from '../../platform/database/tables/import.ts'
import type { RecordSubjectTable, RecordTable, SubjectNameTable } from '../../platform/database/tables/record.ts'
import { companyChanges, isIndexed } from '../../records/company-changes.ts'
import { type LoadHiddenNumbersDeps, loadHiddenNumbers } from '../../records/hidden-numbers.ts'
import { casesText, facetsText } from '../../records/record-fields.ts'
import { bumpRecordRevision } from '../../records/record-revision.ts'
import { subjectKeysIn } from '../../records/subject-rows.ts'
import { isSuppressed, loadSuppressions } from '../../records/suppressions.ts'
import { SEVERAL_RUNS } from '../file/import-run.ts'
import { type LoadedRecord, type RecordDifference, readVersion, versionText } from './loaded-record.ts'
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

const recordTable = replacedRows('record', 'id')
export const recordSourceTable = replacedRows('record_source', 'record_id', 'source_id')
const recordStatementTable = replacedRows('record_statement', 'record_id', 'run', 'source_id')
const recordSubjectTable = replacedRows('record_subject', 'subject_key', 'kind', 'record_id')
export const subjectNameTable = ignoredRows('subject_name', 'name_key', 'subject_key')
export const recordFeedTable = replacedRows('record_feed', 'kind', 'source_id')

type Marks = Pick<RecordTable, 'disputed_at' | 'is_hidden' | 'is_number_hidden'>
export type SaveDeps = LoadHiddenNumbersDeps & {
  kind: RecordKind
  isDemo: 0 | 1
  at: number
}

const unmarked: Marks = { disputed_at: null, is_hidden: 0, is_number_hidden: null }
const severities = { 高: 3, 中: 2, 提示: 1 } as const

/**
 * Marks that corrections and suppressions have set; imports do not change them. PostgreSQL locks the rows until commit.
 */
async function marksOf({ session, database }: SaveDeps, ids: readonly string[]): Promise<Map<string, Marks>> {
  if (ids.length === 0) return new Map()
  const marks = database.db
    .selectFrom('record')
    .select(['id', 'disputed_at', 'is_hidden', 'is_number_hidden'])
    .where('id', 'in', inJsonArray(database.db, ids))
    .$if(database.kind === 'postgres', (query) => query.forUpdate())
  const rows = await session.query(marks.compile())
  return new Map(rows.map(({ id, ...mark }) => [id, mark]))
}

const numberKeysOf = ({ numberField }: RecordKind, { merged }: RecordDifference) =>
  numberField === undefined ? [] : merged.subjects.flatMap(({ key }) => (key.startsWith(NUMBER_MARK) ? [key] : []))

/** Marks of a record to be written: those of objections, and those of this batch. */
function marked(before: Marks, isHidden: boolean, isNumberHidden: boolean): Marks {
  if (!isHidden && !isNumberHidden) return before
  return { ...before, is_hidden: 1, is_number_hidden: isNumberHidden ? 1 : before.is_number_hidden }
}

function sortValueOf({ order }: RecordKind, { fields }: RecordDifference['merged']): number | null {
  const value = order === undefined ? null : fields[order.field]
  return typeof value === 'number' ? value : null
}

/** One row per subject of the record. */
function subjectRows(kind: RecordKind, { id, merged }: RecordDifference, marks: Marks): RecordSubjectTable[] {
  if (merged.subjects.length === 0) return []
  const { standing, published_on, display_until, removed_on } = merged.row
  const facets = facetsText(kind, merged.fields)
  const cases = casesText(kind, merged.fields)
  const sort_value = sortValueOf(kind, merged)
  const ofPerson = () =>
    listingFacets(
      listingMarksOf({ certNo: textOf(merged.fields, 'certNo'), province: textOf(merged.fields, 'province') }),
    )
  return merged.subjects.map(({ key, identity }) => {
    const severity = kind.severity(merged.fields, identity)
    return {
      subject_key: key,
      kind: kind.key,
      record_id: id,
      identity,
      severity: severity === null ? 0 : severities[severity],
      standing,
      published_on,
      display_until,
      removed_on,
      is_disputed: marks.disputed_at === null ? 0 : 1,
      is_hidden: marks.is_hidden,
      facets: key.startsWith(PERSON_MARK) ? ofPerson() : facets,
      cases,
      sort_value,
    }
  })
}

const storedKeys = ({ stored }: Pick<RecordDifference, 'stored'>): string[] =>
  stored === null ? [] : subjectKeysIn(stored.subjects)

const keysOfDifference = (difference: RecordDifference): string[] => [
  ...storedKeys(difference),
  ...difference.merged.subjects.map(({ key }) => key),
]

/** Rows under keys that no longer identify a subject of the record. */
function staleSubjects(kind: RecordKind, difference: RecordDifference) {
  if (difference.stored === null) return []
  const now = new Set(difference.merged.subjects.map(({ key }) => key))
  return storedKeys(difference)
    .filter((key) => !now.has(key))
    .map((subject_key) => ({ subject_key, kind: kind.key, record_id: difference.id }))
}

const byKey = (a: RecordSubjectTable, b: RecordSubjectTable) => (a.subject_key < b.subject_key ? -1 : 1)

/** Queues the companies that the records are or were about for the search index. */
async function recordCompanyChanges(
  { session, database, kind, at }: SaveDeps,
  subjectKeys: readonly string[],
  nameKeys: readonly string[],
) {
  if (!isIndexed(kind.key) || subjectKeys.length === 0) return
  const changed = { subjectKeys: [...new Set(subjectKeys)], nameKeys }
  await session.query(companyChanges(database.db, changed, at).compile(database.db))
}

/** Deletes records, within a transaction. */
export async function removeRecords(deps: SaveDeps, records: readonly RecordTable[]): Promise<void> {
  if (records.length === 0) return
  const { session, kind, database } = deps
  const subjects = records.map((stored) => ({ id: stored.id, keys: storedKeys({ stored }) }))
  const keys = subjects.flatMap((record) => record.keys)
  const names = await session.selectIn<SubjectNameTable>('subject_name', 'subject_key', [...new Set(keys)])
  await session.remove(
    recordSubjectTable,
    subjects.flatMap(({ id, keys: own }) => own.map((subject_key) => ({ subject_key, kind: kind.key, record_id: id }))),
  )
  for (const { id } of subjects) {
    await session.execute('delete from record_source where record_id = ?', [id])
    await session.execute('delete from record_statement where record_id = ?', [id])
  }
  await session.remove(
    recordTable,
    subjects.map(({ id }) => ({ id })),
  )
  await recordCompanyChanges(
    deps,
    keys,
    names.map(({ name_key }) => name_key),
  )
  await session.query(bumpRecordRevision().compile(database.db))
}

/** Writes the differences, within the transaction of a batch. */
export async function saveRecords(deps: SaveDeps, differences: readonly RecordDifference[]): Promise<void> {
  if (differences.length === 0) return
  const { session, kind, isDemo, at } = deps
  const storedIds = differences.filter(({ stored }) => stored !== null).map(({ id }) => id)
  // Before any record is locked, as for hiding a number.
  const hidden = await loadHiddenNumbers(
    deps,
    differences.flatMap((difference) => numberKeysOf(kind, difference)),
  )
  const marks = await marksOf(deps, storedIds)
  const suppressions = await loadSuppressions(deps)

  const added: RecordTable[] = []
  const replaced: RecordTable[] = []
  const newSubjects: RecordSubjectTable[] = []
  const subjects: RecordSubjectTable[] = []
  for (const difference of differences) {
    const { id, stored, merged } = difference
    const record = { id, kind: kind.key, subjects: merged.subjects.map(({ key }) => key), fields: merged.fields }
    const before = marks.get(id) ?? unmarked
    const hasHiddenNumber = hidden.size > 0 && numberKeysOf(kind, difference).some((key) => hidden.has(key))
    const mark = marked(before, isSuppressed(suppressions, record), hasHiddenNumber)
    const row = {
      id,
      kind: kind.key,
      ...merged.row,
      ...mark,
      is_demo: isDemo,
      updated_at: at,
      only_run: difference.onlyRun,
    }
    if (stored === null) added.push(row)
    else replaced.push(row)
    const rows = subjectRows(kind, difference, mark)
    if (stored === null) newSubjects.push(...rows)
    else subjects.push(...rows)
  }

  await session.remove(
    recordSubjectTable,
    differences.flatMap((difference) => staleSubjects(kind, difference)),
  )
  await session.insert(recordTable, added)
  await session.write(recordTable, replaced)
  // Sorted by the key of the table, so that neighbours share pages.
  await session.insert(recordSubjectTable, newSubjects.toSorted(byKey))
  await session.write(recordSubjectTable, subjects)
  await session.write(recordSourceTable, differences.flatMap(sourceRows))
  const names = nameRows(differences)
  await session.write(subjectNameTable, names)
  await recordCompanyChanges(deps, differences.flatMap(keysOfDifference), [
    ...new Set(names.map((row) => row.name_key)),
  ])
  await session.query(bumpRecordRevision().compile(deps.database.db))
}

const sourceRows = ({ id, sources }: RecordDifference) =>
  sources.map(({ statement, text }) => ({
    record_id: id,
    source_id: statement.source,
    as_of: statement.asOf,
    source_url: statement.url,
    statement: text,
  }))

/** Each stated pair of name and code, once. */
export function nameRows(differences: readonly { merged: Pick<RecordDifference['merged'], 'subjects'> }[]) {
  const names = new Map<string, { name_key: string; subject_key: string }>()
  for (const { merged } of differences) {
    for (const { key, name } of merged.subjects) {
      if (name !== null) names.set(`${name}\n${key}`, { name_key: name, subject_key: key })
    }
  }
  return [...names.values()]
}
