import type { PersonTraces } from '@baiqicha/contract/desk/corrections'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { personKey } from '../../domain/records/person-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { inJsonArray } from '../../platform/database/portable-sql.ts'
import { readFields } from '../../records/record-fields.ts'
import { isSuppressed, namesAny, personNamesIn } from '../../records/suppressions.ts'

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
