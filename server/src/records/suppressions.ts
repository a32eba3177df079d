import type { FieldType, FieldValue, RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { Database } from '../platform/database/database.ts'

/** All that is suppressed: ids of records, and of the companies under each subject key the persons. */
export type Suppressions = {
  records: ReadonlySet<string>
  persons: ReadonlyMap<string, ReadonlySet<string>>
}

/** A record as far as it takes to say whether it is suppressed. `subjects` are subject keys. */
export type SuppressibleRecord = {
  id: string
  kind: RecordKindKey
  subjects: readonly string[]
  fields: RecordFields
}

/** Fields in which a person is named. */
const namingTypes = new Set<FieldType>(['officer', 'name', 'parties'])

/** A person's name as it is compared: full width, spaces and the dot within it make no other person. */
export const personKey = (name: string) => name.normalize('NFKC').replace(/[\s·•‧・]/gu, '')

/** 演示甲、演示乙 are two. */
const namesIn = (text: string) => text.normalize('NFKC').split(/[、,;/]/u)

function namesOf(value: FieldValue | undefined): string[] {
  if (typeof value === 'string') return namesIn(value)
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => (typeof one === 'object' && 'name' in one ? namesIn(one.name) : []))
}

function isNamed(persons: ReadonlySet<string>, { kind, fields }: SuppressibleRecord): boolean {
  for (const [name, { type }] of Object.entries(recordKinds[kind].fields)) {
    if (namingTypes.has(type) && namesOf(fields[name]).some((one) => persons.has(personKey(one)))) return true
  }
  return false
}

/** Whether a record must not be shown. Asked of each record that is imported, so it looks at names only where it must. */
export function isSuppressed({ records, persons }: Suppressions, record: SuppressibleRecord): boolean {
  if (records.has(record.id)) return true
  if (persons.size === 0) return false
  return record.subjects.some((key) => {
    const suppressed = persons.get(key)
    return suppressed !== undefined && isNamed(suppressed, record)
  })
}

/** Everything that is suppressed: an operator's list, short enough to be held whole. `db` may be a transaction. */
export async function readSuppressions(db: Database): Promise<Suppressions> {
  const rows = await db.selectFrom('suppression').select(['record_id', 'person_name', 'subject_key']).execute()
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
