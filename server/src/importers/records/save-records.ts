import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import { inJsonArray } from '../../platform/database/in-json-array.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { RecordSubjectTable, RecordTable } from '../../platform/database/tables/record.ts'
import { companyChanges, isIndexed } from '../../records/company-changes.ts'
import { casesText, facetsText } from '../../records/record-facets.ts'
import { bumpRecordRevision } from '../../records/record-revision.ts'
import { isSuppressed, readSuppressions, type Suppressions } from '../../records/suppressions.ts'
import type { RecordDifference } from './loaded-record.ts'
import { recordSourceTable, recordSubjectTable, recordTable, subjectNameTable } from './record-tables.ts'

type Marks = Pick<RecordTable, 'disputed_at' | 'is_hidden'>
type SaveNeeds = { session: BulkSession; database: OpenDatabase; kind: RecordKind; isDemo: 0 | 1; at: number }

const unmarked: Marks = { disputed_at: null, is_hidden: 0 }
const severities = { 高: 3, 中: 2, 提示: 1 } as const

/** What corrections have set, held until the transaction ends: an import leaves it alone. */
async function marksOf({ session, database }: SaveNeeds, ids: readonly string[]): Promise<Map<string, Marks>> {
  if (ids.length === 0) return new Map()
  const marks = database.db
    .selectFrom('record')
    .select(['id', 'disputed_at', 'is_hidden'])
    .where('id', 'in', inJsonArray(database.db, ids))
    .$if(database.kind === 'postgres', (query) => query.forUpdate())
  const rows = await session.query(marks.compile())
  return new Map(rows.map(({ id, ...mark }) => [id, mark]))
}

/** Whoever adds a suppression meanwhile waits for this batch, and then finds its records. */
async function suppressionsNow({ session, database }: SaveNeeds): Promise<Suppressions> {
  if (database.kind === 'postgres') await session.execute('lock table suppression in share mode', [])
  return readSuppressions(database.db)
}

function sortValueOf({ order }: RecordKind, { fields }: RecordDifference['told']): number | null {
  const value = order === undefined ? null : fields[order.field]
  return typeof value === 'number' ? value : null
}

/** A row for each of those the record is about. */
function subjectRows(kind: RecordKind, { id, told }: RecordDifference, marks: Marks): RecordSubjectTable[] {
  if (told.subjects.length === 0) return []
  const { standing, published_on, display_until, removed_on } = told.row
  const facets = facetsText(kind, told.fields)
  const cases = casesText(kind, told.fields)
  const sort_value = sortValueOf(kind, told)
  return told.subjects.map(({ key, identity }) => {
    const severity = kind.severity(told.fields, identity)
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
      facets,
      cases,
      sort_value,
    }
  })
}

const subjectsText = z.array(z.tuple([z.string(), z.nullable(z.string())]))

const storedKeys = ({ stored }: RecordDifference): string[] =>
  stored === null ? [] : z.parse(subjectsText, JSON.parse(stored.subjects)).map(([key]) => key)

/** Rows under keys by which the record is not known any more. */
function goneSubjects(kind: RecordKind, difference: RecordDifference) {
  const now = new Set(difference.told.subjects.map(({ key }) => key))
  return storedKeys(difference)
    .filter((key) => !now.has(key))
    .map((subject_key) => ({ subject_key, kind: kind.key, record_id: difference.id }))
}

const byKey = (a: RecordSubjectTable, b: RecordSubjectTable) => (a.subject_key < b.subject_key ? -1 : 1)

/** Tells the search index of the companies that the records are, or were, about. */
async function tellChanges({ session, database, kind, at }: SaveNeeds, differences: readonly RecordDifference[]) {
  if (!isIndexed(kind.key) || differences.length === 0) return
  const subjectKeys = new Set<string>()
  const nameKeys = new Set<string>()
  for (const difference of differences) {
    for (const key of storedKeys(difference)) subjectKeys.add(key)
    for (const { key, name } of difference.told.subjects) {
      subjectKeys.add(key)
      if (name !== null) nameKeys.add(name)
    }
  }
  const changed = { subjectKeys: [...subjectKeys], nameKeys: [...nameKeys] }
  await session.query(companyChanges(database.db, changed, at).compile(database.db))
}

/** Writes what differs, within the transaction of a batch. */
export async function saveRecords(needs: SaveNeeds, differences: readonly RecordDifference[]): Promise<void> {
  if (differences.length === 0) return
  const { session, kind, isDemo, at } = needs
  const known = differences.filter(({ stored }) => stored !== null).map(({ id }) => id)
  const marks = await marksOf(needs, known)
  const suppressions = await suppressionsNow(needs)

  const added: RecordTable[] = []
  const replaced: RecordTable[] = []
  const newSubjects: RecordSubjectTable[] = []
  const subjects: RecordSubjectTable[] = []
  for (const difference of differences) {
    const { id, stored, told } = difference
    const record = { id, kind: kind.key, subjects: told.subjects.map(({ key }) => key), fields: told.fields }
    const before = marks.get(id) ?? unmarked
    const mark: Marks = isSuppressed(suppressions, record) ? { ...before, is_hidden: 1 } : before
    const row = { id, kind: kind.key, ...told.row, ...mark, is_demo: isDemo, updated_at: at }
    if (stored === null) added.push(row)
    else replaced.push(row)
    const rows = subjectRows(kind, difference, mark)
    if (stored === null) newSubjects.push(...rows)
    else subjects.push(...rows)
  }

  await session.remove(
    recordSubjectTable,
    differences.flatMap((difference) => goneSubjects(kind, difference)),
  )
  await session.insert(recordTable, added)
  await session.write(recordTable, replaced)
  // In the order of the table: neighbours share its pages.
  await session.insert(recordSubjectTable, newSubjects.toSorted(byKey))
  await session.write(recordSubjectTable, subjects)
  await session.write(recordSourceTable, differences.flatMap(sourceRows))
  await session.write(subjectNameTable, nameRows(differences))
  await tellChanges(needs, differences)
  await session.query(bumpRecordRevision().compile(needs.database.db))
}

const sourceRows = ({ id, sources }: RecordDifference) =>
  sources.map(({ statement, text }) => ({
    record_id: id,
    source_id: statement.source,
    as_of: statement.asOf,
    source_url: statement.url,
    statement: text,
  }))

/** Each name with the code told under it, once. */
function nameRows(differences: readonly RecordDifference[]) {
  const names = new Map<string, { name_key: string; subject_key: string }>()
  for (const { told } of differences) {
    for (const { key, name } of told.subjects) {
      if (name !== null) names.set(`${name}\n${key}`, { name_key: name, subject_key: key })
    }
  }
  return [...names.values()]
}
