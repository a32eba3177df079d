import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as z from 'zod/mini'
import { holdingKeyOf } from '../../../domain/records/holding-key.ts'

const subjectsSchema = z.array(z.tuple([z.string(), z.nullable(z.string())]))
const contentSchema = z.object({ name: z.nullish(z.string()), creditCode: z.nullish(z.string()) })

/** Records per statement. */
const BATCH = 500

type StoredHolding = { id: string; kind: string; subjects: string; content: string }

async function addKey(db: Kysely<unknown>, { id, kind, subjects, content }: StoredHolding): Promise<void> {
  const stated = z.safeParse(contentSchema, JSON.parse(content)).data
  const key = holdingKeyOf({ name: stated?.name ?? '', code: stated?.creditCode ?? null })
  const before = z.parse(subjectsSchema, JSON.parse(subjects))
  const [first] = before
  if (key === null || first === undefined || before.some(([known]) => known === key)) return
  await sql`insert into record_subject select ${key}, kind, record_id, null, severity, standing, published_on, display_until,
    removed_on, is_disputed, is_hidden, facets, cases, sort_value from record_subject
    where subject_key = ${first[0]} and kind = ${kind} and record_id = ${id}`.execute(db)
  await sql`update record set subjects = ${JSON.stringify([...before, [key, null]])} where id = ${id}`.execute(db)
}

/** Rows of 股东信息 and 对外投资 under the other company that they name. */
export const holdingsByBothCompanies: Migration = {
  async up(db: Kysely<unknown>) {
    let after = ''
    for (;;) {
      const { rows } = await sql<StoredHolding>`select id, kind, subjects, content from record
        where id > ${after} and kind in ('shareholderInfo', 'overseasInvest') order by id limit ${BATCH}`.execute(db)
      for (const row of rows) await addKey(db, row)
      after = rows.at(-1)?.id ?? ''
      if (rows.length < BATCH) return
    }
  },
}
