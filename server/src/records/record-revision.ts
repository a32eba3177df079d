import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { compileOnce } from '../platform/database/portable-sql.ts'

/**
 * Increments the record revision. Run or compile it as the last statement of the transaction that changes records: it
 * takes a row lock until commit, and other writers of records wait.
 */
export const bumpRecordRevision = (): RawBuilder<unknown> => sql`update record_revision set revision = revision + 1`

/** Reads the record revision: results read under the same revision are still valid. */
export function createRecordRevision(db: Database): () => Promise<number> {
  const findRevision = compileOnce(db, () => db.selectFrom('record_revision').select('revision'))
  return async () => (await findRevision([]))[0]?.revision ?? 0
}

type Revisions = { records: number | null; companies: number | null }

/**
 * Reads a text that differs after every change of a record or a company: results read under the same text are still valid. In
 * PostgreSQL two writers of companies may commit in another order than that of their numbers, so use it with an expiry.
 */
export function createStoreRevision(db: Database): () => Promise<string> {
  const find = compileOnce<Revisions>(db, () =>
    db.selectNoFrom((select) => [
      select.selectFrom('record_revision').select('revision').limit(sql.lit(1)).as('records'),
      select
        .selectFrom('company_change')
        .select(({ fn }) => fn.max('seq').as('last'))
        .as('companies'),
    ]),
  )
  return async () => {
    const [found] = await find([])
    return `${found?.records ?? 0} ${found?.companies ?? 0}`
  }
}
