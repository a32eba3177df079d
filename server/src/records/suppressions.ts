import type { FieldType, FieldValue, RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { personKey } from '../domain/records/person-name.ts'
import type { BulkSession } from '../platform/database/bulk-session.ts'
import type { Database } from '../platform/database/database.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import type { SuppressionTable } from '../platform/database/tables/record.ts'

/** All suppressed records by id, and all suppressed persons by subject key of their company. */
export type Suppressions = {
  records: ReadonlySet<string>
  persons: ReadonlyMap<string, ReadonlySet<string>>
}

/** Part of a record that decides whether it is suppressed. `subjects` are subject keys. */
export type SuppressibleRecord = {
  id: string
  kind: RecordKindKey
  subjects: readonly string[]
  fields: RecordFields
}

/** Types of fields that name persons. */
const namingTypes = new Set<FieldType>(['officer', 'name', 'parties'])
/** Types of fields with sentences, in which a person may be named. */
const proseTypes = new Set<FieldType>(['prose', 'lines', 'passages', 'events', 'parties'])

/** 演示甲、演示乙 are two names. */
export const personNamesIn = (text: string) => text.normalize('NFKC').split(/[、,;/]/u)

function namesOf(value: FieldValue | undefined): string[] {
  if (typeof value === 'string') return personNamesIn(value)
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => (typeof one === 'object' && 'name' in one ? personNamesIn(one.name) : []))
}

/** The texts of a field with sentences. */
function proseOf(value: FieldValue | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => {
    if (typeof one === 'string') return [one]
    if ('role' in one) return one.statement === null ? [] : [one.statement]
    return 'title' in one ? [one.title, one.text] : [one.content]
  })
}

/** The shortest name in Latin letters that is looked for within a text. */
const LATIN_NAME = 5
const isFindable = (key: string) => (/^[\x20-\x7e]*$/.test(key) ? key.length >= LATIN_NAME : key.length >= 2)

/** Whether a text contains one of these names, without regard to spaces and dots. */
export function namesAny(text: string, persons: ReadonlySet<string>): boolean {
  if (persons.size === 0) return false
  const written = personKey(text)
  return [...persons].some((key) => isFindable(key) && written.includes(key))
}

function isNamed(persons: ReadonlySet<string>, { kind, fields }: SuppressibleRecord): boolean {
  for (const [name, { type }] of Object.entries(recordKinds[kind].fields)) {
    if (namingTypes.has(type) && namesOf(fields[name]).some((one) => persons.has(personKey(one)))) return true
    if (proseTypes.has(type) && proseOf(fields[name]).some((text) => namesAny(text, persons))) return true
  }
  return false
}

/**
 * Whether a record is suppressed. Runs for every imported record, so names are compared only for companies with
 * suppressed persons.
 */
export function isSuppressed({ records, persons }: Suppressions, record: SuppressibleRecord): boolean {
  if (records.has(record.id)) return true
  if (persons.size === 0) return false
  return record.subjects.some((key) => {
    const suppressed = persons.get(key)
    return suppressed !== undefined && isNamed(suppressed, record)
  })
}

const selectSuppressions = (db: Database) =>
  db.selectFrom('suppression').select(['record_id', 'person_name', 'subject_key'])

/** From the rows of `selectSuppressions`. */
function suppressionsFrom(
  rows: readonly Pick<SuppressionTable, 'record_id' | 'person_name' | 'subject_key'>[],
): Suppressions {
  const records = new Set<string>()
  const persons = new Map<string, Set<string>>()
  for (const { record_id: id, person_name: name, subject_key: key } of rows) {
    if (id !== null) records.add(id)
    if (name === null || key === null) continue
    const of = persons.get(key) ?? new Set()
    persons.set(key, of.add(personKey(name)))
  }
  return { records, persons }
}

/** Reads all suppressions: an operator's list, short enough for memory. `db` may be a transaction. */
export const readSuppressions = async (db: Database): Promise<Suppressions> =>
  suppressionsFrom(await selectSuppressions(db).execute())

/**
 * Reads the suppressions and blocks new ones until commit: an operator who adds one then finds what this batch stores. By the
 * session: the time limit of requests would end a batch on a machine that is busy.
 */
export async function loadSuppressions({
  session,
  database,
}: {
  session: BulkSession
  database: OpenDatabase
}): Promise<Suppressions> {
  if (database.kind === 'postgres') await session.execute('lock table suppression in share mode', [])
  return suppressionsFrom(await session.query(selectSuppressions(database.db).compile()))
}
