import type { RecordEffects } from '@baiqicha/contract/desk/corrections'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { maskRecord } from '../../domain/masking/record-masking.ts'
import type { Database } from '../../platform/database/database.ts'
import { readFields } from '../../records/record-fields.ts'
import { linesOf } from './correction-subject.repository.ts'

/** null: there is no such record. */
export async function findRecordEffects(db: Database, recordId: string): Promise<RecordEffects | null> {
  const row = await db
    .selectFrom('record')
    .select(['kind', 'published_on', 'is_hidden', 'content'])
    .where('id', '=', recordId)
    .executeTakeFirst()
  if (row === undefined) return null
  const subjects = await db
    .selectFrom('record_subject')
    .select('subject_key')
    .where('record_id', '=', recordId)
    .execute()
  const kind = recordKinds[row.kind]
  const { fields } = maskRecord(kind, readFields(kind, row.content))
  return {
    kind: row.kind,
    publishedOn: row.published_on,
    isHidden: row.is_hidden === 1,
    companies: await companiesUnder(
      db,
      subjects.map(({ subject_key }) => subject_key),
    ),
    lines: linesOf({ kind, record: { id: recordId, fields } }),
  }
}

const columns = { c: 'credit_code', r: 'registration_number', n: 'name_key' } as const

async function companiesUnder(db: Database, subjectKeys: readonly string[]) {
  const found = new Map<string, { id: string; name: string }>()
  for (const key of subjectKeys) {
    const [prefix, value] = [key.slice(0, 1), key.slice(2)]
    if (prefix !== 'c' && prefix !== 'r' && prefix !== 'n') continue
    const companies = await db.selectFrom('company').select(['id', 'name']).where(columns[prefix], '=', value).execute()
    for (const company of companies) found.set(company.id, company)
  }
  return [...found.values()]
}
