import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { Database } from '../platform/database/database.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'
import type { Flag } from '../platform/database/tables/company.ts'
import type { RecordTable } from '../platform/database/tables/record.ts'
import { companyChanges, isIndexed } from './company-changes.ts'
import { readFields } from './record-fields.ts'
import { bumpRecordRevision } from './record-revision.ts'
import { subjectKeysIn } from './subject-rows.ts'
import { isSuppressed, readSuppressions, type Suppressions } from './suppressions.ts'

type StoredRecord = Pick<
  RecordTable,
  'id' | 'kind' | 'subjects' | 'content' | 'disputed_at' | 'is_hidden' | 'is_number_hidden'
>
type Marks = Pick<RecordTable, 'disputed_at' | 'is_hidden'>
/** Open corrections of a record: when the first was submitted (milliseconds), and whether any shields it. */
type Objections = { since: number; is_shielding: number }

/** Records per statement. */
const BATCH = 500

const keysOf = ({ subjects }: StoredRecord): string[] => subjectKeysIn(subjects)

/**
 * Locks records until the end of the transaction, so that the next update of their marks sees this one. Imports lock
 * records before they read suppressions; code that suppresses a stored record must use the same order, or both
 * deadlock.
 */
export const lockRecords = (tx: Database, ids: readonly string[]): Promise<StoredRecord[]> =>
  tx
    .selectFrom('record')
    .select(['id', 'kind', 'subjects', 'content', 'disputed_at', 'is_hidden', 'is_number_hidden'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute()

async function openObjections(tx: Database, ids: readonly string[]): Promise<Map<string, Objections>> {
  const rows = await tx
    .selectFrom('correction')
    .select((of) => [
      'record_id',
      of.fn.min('submitted_at').as('since'),
      of.fn.max<number>('is_shielding').as('is_shielding'),
    ])
    .where('record_id', 'in', ids)
    .where('state', '<>', '已办结')
    .groupBy('record_id')
    .execute()
  return new Map(rows.map(({ record_id, ...objections }) => [record_id ?? '', objections]))
}

function marksOf(record: StoredRecord, objections: Objections | undefined, suppressions: Suppressions): Marks {
  const isHidden =
    record.is_number_hidden === 1 ||
    objections?.is_shielding === 1 ||
    isSuppressed(suppressions, {
      ...record,
      subjects: keysOf(record),
      fields: readFields(recordKinds[record.kind], record.content),
    })
  return { disputed_at: objections?.since ?? null, is_hidden: isHidden ? 1 : 0 }
}

const flag = (isSet: boolean): Flag => (isSet ? 1 : 0)

async function storeMarks(tx: Database, record: StoredRecord, marks: Marks) {
  await tx.updateTable('record').set(marks).where('id', '=', record.id).execute()
  await tx
    .updateTable('record_subject')
    .set({ is_disputed: flag(marks.disputed_at !== null), is_hidden: marks.is_hidden })
    .where('subject_key', 'in', keysOf(record))
    .where('kind', '=', record.kind)
    .where('record_id', '=', record.id)
    .execute()
}

async function recordCompanyChanges(tx: Database, changed: readonly StoredRecord[], now: number) {
  const subjectKeys = [...new Set(changed.flatMap(keysOf))]
  const names = await tx.selectFrom('subject_name').select('name_key').where('subject_key', 'in', subjectKeys).execute()
  const nameKeys = names.map(({ name_key }) => name_key)
  await companyChanges(tx, { subjectKeys, nameKeys }, now).execute(tx)
}

/**
 * Updates the dispute and hidden marks of records to their open corrections and suppressions, in every table that holds
 * them. Call it in the transaction that changes either; unknown ids are ignored. Returns the number of hidden records.
 */
export async function updateMarks(tx: Database, recordIds: readonly string[], now: number): Promise<number> {
  let hidden = 0
  let changes = 0
  for (let from = 0; from < recordIds.length; from += BATCH) {
    const records = await lockRecords(tx, recordIds.slice(from, from + BATCH))
    // Read after locking, so that concurrent decisions are included.
    const suppressions = await readSuppressions(tx)
    const objections = await openObjections(tx, recordIds.slice(from, from + BATCH))
    const changed: StoredRecord[] = []
    for (const record of records) {
      const marks = marksOf(record, objections.get(record.id), suppressions)
      hidden += marks.is_hidden
      if (marks.disputed_at === record.disputed_at && marks.is_hidden === record.is_hidden) continue
      await storeMarks(tx, record, marks)
      changes += 1
      if (isIndexed(record.kind)) changed.push(record)
    }
    if (changed.length > 0) await recordCompanyChanges(tx, changed, now)
  }
  if (changes > 0) await bumpRecordRevision().execute(tx)
  return hidden
}
