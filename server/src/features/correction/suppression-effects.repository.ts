import type { PersonTraces, RecordEffects } from '@baiqicha/contract/desk/corrections'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { maskRecord } from '../../domain/masking/record-masking.ts'
import { personKey } from '../../domain/records/person-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { inJsonArray } from '../../platform/database/portable-sql.ts'
import { readFields } from '../../records/record-fields.ts'
import { isSuppressed, namesAny, personNamesIn } from '../../records/suppressions.ts'
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

type Wanted = {
  name: string
  company: { id: string; name: string; keys: readonly string[] }
  recordIds: readonly string[]
}

/** Records read at a time. */
const BATCH = 500

export async function findTraces(db: Database, { name, company, recordIds }: Wanted): Promise<PersonTraces> {
  const persons = new Set([name])
  const names = (text: string | null) => text !== null && personNamesIn(text).some((one) => persons.has(personKey(one)))

  const held = await db
    .selectFrom('company')
    .select(['legal_representative', 'hidden_representative'])
    .where('id', '=', company.id)
    .executeTakeFirst()

  const suppressions = { records: new Set<string>(), persons: new Map(company.keys.map((key) => [key, persons])) }
  const [subject = ''] = company.keys
  const records: PersonTraces['records'] = []
  for (let from = 0; from < recordIds.length; from += BATCH) {
    const rows = await db
      .selectFrom('record')
      .select(['id', 'kind', 'content', 'published_on'])
      .where('id', 'in', inJsonArray(db, recordIds.slice(from, from + BATCH)))
      .orderBy('kind')
      .orderBy('id')
      .execute()
    for (const { id, kind, content, published_on: publishedOn } of rows) {
      const fields = readFields(recordKinds[kind], content)
      if (isSuppressed(suppressions, { id, kind, subjects: [subject], fields })) records.push({ id, kind, publishedOn })
    }
  }

  const events = await db
    .selectFrom('company_event')
    .select(['value_before', 'value_after'])
    .where('subject_key', 'in', inJsonArray(db, company.keys))
    .where('field', '=', 'legalRepresentative')
    .execute()
  const answers = await db
    .selectFrom('assistant_answer')
    .select('content')
    .where('content', 'like', `%${company.id}%`)
    .execute()

  return {
    company: { id: company.id, name: company.name },
    isRepresentative: names(held?.legal_representative ?? null) || names(held?.hidden_representative ?? null),
    records,
    changes: events.filter(({ value_before, value_after }) => names(value_before) || names(value_after)).length,
    answers: answers.filter(({ content }) => content !== null && namesAny(content, persons)).length,
  }
}
