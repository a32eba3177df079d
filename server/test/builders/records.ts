import { fieldSchemas, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { nameKey } from '../../src/domain/names/company-name.ts'
import { holdingKeyOf } from '../../src/domain/records/parties.ts'
import { SOURCE_PERSON_MARK } from '../../src/domain/records/person-name.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type {
  RecordSourceTable,
  RecordSubjectTable,
  RecordTable,
  SubjectNameTable,
} from '../../src/platform/database/tables/record.ts'
import { casesText, facetsText, recordIdFrom } from '../../src/records/record-fields.ts'
import { subjectKeyOf } from '../../src/records/subject-rows.ts'
import { BUILT_AT, buildSource } from './companies.ts'

/** A subject of a record as in a file, with its part in the record. */
export type BuiltSubject = {
  creditCode?: string | null
  registrationNumber?: string | null
  name?: string
  identity?: string
}

export type BuiltRecord = {
  row: RecordTable
  subjects: RecordSubjectTable[]
  names: SubjectNameTable[]
  sources: RecordSourceTable[]
}

type Deviation = Partial<Omit<RecordTable, 'kind' | 'subjects' | 'content'>> & {
  kind: RecordKindKey
  fields?: RecordFields
  subjects: readonly BuiltSubject[]
  /** Statements of other sources: id and as-of of each source, and the fields in which it differs. */
  otherStatements?: readonly { source_id: string; as_of: string | null; fields?: RecordFields }[]
}

let built = 0

const emptyFields = (kind: RecordKind): RecordFields =>
  Object.fromEntries(
    Object.entries(kind.fields).map(([name, { type }]) => [name, fieldSchemas[type].safeParse([]).success ? [] : null]),
  )

/** YYYY-MM-DD of the first field of publication that has a value; null: none has. */
const publishedOn = (kind: RecordKind, fields: RecordFields) =>
  kind.published
    .map((name) => textOf(fields, name))
    .find((date) => date !== null)
    ?.slice(0, 10) ?? null

const severities = { 高: 3, 中: 2, 提示: 1 } as const

function sortValueOf({ order }: RecordKind, fields: RecordFields): number | null {
  const value = order === undefined ? null : fields[order.field]
  return typeof value === 'number' ? value : null
}

/** Subjects by which ownership finds a record of a holding: the other company, and the person with a key of the source. */
function holdingSubjects({ isHolding }: RecordKind, fields: RecordFields) {
  if (isHolding !== true) return []
  const [name, code, person] = [textOf(fields, 'name'), textOf(fields, 'creditCode'), textOf(fields, 'personKey')]
  const keys = [
    name === null ? null : holdingKeyOf({ name, code }),
    person === null ? null : `${SOURCE_PERSON_MARK}${person}`,
  ]
  return keys.flatMap((key) => (key === null ? [] : [{ key, identity: null, name: null }]))
}

/**
 * Builds a current record of fictional companies. Fields that are not given are empty. Ids count up. Facets, severity
 * and order are derived from the fields, as an import does.
 */
export function buildRecord({
  kind: key,
  fields: given = {},
  subjects,
  otherStatements = [],
  ...deviation
}: Deviation): BuiltRecord {
  built += 1
  const kind = recordKinds[key]
  const fields = { ...emptyFields(kind), ...given }
  const named = subjects.map((subject) => ({
    key:
      subjectKeyOf({
        creditCode: subject.creditCode ?? null,
        registrationNumber: subject.registrationNumber ?? null,
        name: subject.name ?? null,
      }) ?? '',
    identity: subject.identity ?? null,
    name: subject.name ?? null,
  }))
  const mapKeys = [...named, ...holdingSubjects(kind, fields)]
  const row: RecordTable = {
    id: recordIdFrom(key, ['test', String(built)]),
    kind: key,
    source_id: 'test',
    as_of: '2026-06-30',
    source_url: null,
    status: '当前有效',
    standing: 'current',
    published_on: publishedOn(kind, fields),
    display_until: null,
    removed_on: null,
    removed_reason: null,
    disputed_at: null,
    is_hidden: 0,
    is_number_hidden: null,
    subjects: JSON.stringify(mapKeys.map((subject) => [subject.key, subject.identity])),
    about: null,
    content: JSON.stringify(fields),
    is_demo: 0,
    updated_at: BUILT_AT,
    only_run: null,
    ...deviation,
  }
  const statement = (other: RecordFields = {}) =>
    JSON.stringify({ ...row, content: JSON.stringify({ ...fields, ...other }) })
  const all = [{ source_id: row.source_id, as_of: row.as_of, fields: {} }, ...otherStatements]
  return {
    row,
    subjects: mapKeys.map((subject) => {
      const severity = kind.severity(fields, subject.identity)
      return {
        subject_key: subject.key,
        kind: key,
        record_id: row.id,
        identity: subject.identity,
        severity: severity === null ? 0 : severities[severity],
        standing: row.standing,
        published_on: row.published_on,
        display_until: row.display_until,
        removed_on: row.removed_on,
        is_disputed: row.disputed_at === null ? 0 : 1,
        is_hidden: row.is_hidden,
        facets: facetsText(kind, fields),
        cases: casesText(kind, fields),
        sort_value: sortValueOf(kind, fields),
      }
    }),
    names: mapKeys.flatMap((subject) =>
      subject.name === null || subject.key.startsWith('n:')
        ? []
        : [{ name_key: nameKey(subject.name), subject_key: subject.key }],
    ),
    sources:
      otherStatements.length === 0
        ? []
        : all.map((source) => ({
            record_id: row.id,
            source_id: source.source_id,
            as_of: source.as_of,
            source_url: null,
            statement: statement(source.fields),
          })),
  }
}

/** Inserts records with the rows that counts and links need, and a feed per source and kind (`record_feed`). */
export async function insertRecords(db: Database, records: readonly BuiltRecord[]): Promise<void> {
  const sources = new Set(records.flatMap(({ row, sources: several }) => [row, ...several]).map((of) => of.source_id))
  for (const id of sources) {
    await db
      .insertInto('source')
      .values(buildSource({ id, name: id === 'test' ? '测试来源' : `测试来源${id}` }))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const { row, subjects, names, sources: several } of records) {
    await db.insertInto('record').values(row).execute()
    if (subjects.length > 0) await db.insertInto('record_subject').values(subjects).execute()
    if (several.length > 0) await db.insertInto('record_source').values(several).execute()
    for (const name of names) {
      await db
        .insertInto('subject_name')
        .values(name)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await insertFeed(db, { kind: row.kind, source_id: row.source_id, as_of: row.as_of, is_demo: row.is_demo })
  }
}

export type BuiltFeed = {
  kind: RecordKindKey
  source_id?: string
  as_of?: string | null
  is_demo?: 0 | 1
  covers?: string | null
}

/** Inserts a feed: the kind was imported from the source as of that day, with or without records. It covers all by default. */
export async function insertFeed(
  db: Database,
  { kind, source_id = 'test', as_of = '2026-06-30', is_demo = 0, covers = 'all' }: BuiltFeed,
): Promise<void> {
  await db
    .insertInto('source')
    .values(buildSource({ id: source_id }))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('record_feed')
    .values({ kind, source_id, as_of, is_demo, imported_at: BUILT_AT, covers })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
