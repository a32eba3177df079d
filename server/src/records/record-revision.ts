import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'

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
