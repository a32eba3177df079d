import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { personSubjectKey } from '../../../domain/records/person-key.ts'
import { listingFacets, listingMarksOf } from '../../../domain/records/person-listing.ts'
import { isPostgres } from '../dialect.ts'

/** Records per step. */
const BATCH = 1_000
const KIND = 'dishonestExecutor'

type Row = {
  id: string
  subjects: string
  content: string
  standing: string
  published_on: string | null
  display_until: string | null
  removed_on: string | null
  disputed_at: number | null
  is_hidden: number
}
type Subject = [key: string, identity: string | null]

type Fields = Partial<Record<'name' | 'subjectType' | 'certNo' | 'province', string>>

/** Key and marks of the person that a listing is about; null for a company. */
function personOf({ content }: Row): { key: string; facets: string } | null {
  const { name = '', subjectType, certNo, province }: Fields = JSON.parse(content)
  const key = subjectType === '自然人' ? personSubjectKey(name) : null
  return key === null
    ? null
    : { key, facets: listingFacets(listingMarksOf({ certNo: certNo ?? null, province: province ?? null })) }
}

/** The subjects with the person, as an import stores them: last. */
const withPerson = (subjects: string, key: string): string => {
  const known: Subject[] = JSON.parse(subjects)
  return known.some(([own]) => own === key) ? subjects : JSON.stringify([...known, [key, null]])
}

async function addPerson(db: Kysely<unknown>, row: Row, { key, facets }: { key: string; facets: string }) {
  await sql`insert into record_subject
    (subject_key, kind, record_id, identity, severity, standing, published_on, display_until, removed_on, is_disputed,
      is_hidden, facets, cases, sort_value)
    values (${key}, ${KIND}, ${row.id}, null, 3, ${row.standing}, ${row.published_on}, ${row.display_until},
      ${row.removed_on}, ${row.disputed_at === null ? 0 : 1}, ${row.is_hidden}, ${facets}, '', null)
    on conflict do nothing`.execute(db)
  await sql`update record set subjects = ${withPerson(row.subjects, key)} where id = ${row.id}`.execute(db)
  const sources = await sql<{ source_id: string; statement: string }>`
    select source_id, statement from record_source where record_id = ${row.id}`.execute(db)
  for (const { source_id: source, statement } of sources.rows) {
    const stated: { subjects: string } = JSON.parse(statement)
    const changed = JSON.stringify({ ...stated, subjects: withPerson(stated.subjects, key) })
    await sql`update record_source set statement = ${changed}
      where record_id = ${row.id} and source_id = ${source}`.execute(db)
  }
}

/** Gives every listing of a natural person its own subject key. A repeated step changes nothing. */
export const people: Migration = {
  async up(db: Kysely<unknown>) {
    const number = isPostgres(db) ? sql`disputed_at::float8` : sql`disputed_at`
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { rows }: { rows: Row[] } = await sql<Row>`
        select id, subjects, content, standing, published_on, display_until, removed_on, ${number} as disputed_at,
          is_hidden
        from record where kind = ${KIND} and id > ${after} order by id limit ${sql.lit(BATCH)}`.execute(db)
      for (const row of rows) {
        const person = personOf(row)
        if (person !== null) await addPerson(db, row, person)
      }
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id
    }
  },
}
