import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'

/**
 * Says that records changed. To be executed, or compiled, as the last thing in the transaction that changes them: whoever
 * has said so holds all others who change records until it ends.
 */
export const bumpRecordRevision = (): RawBuilder<unknown> => sql`update record_revision set revision = revision + 1`

/** Reads how often records have changed: what was read of them under the same number still holds. */
export function createRecordRevision(db: Database): () => Promise<number> {
  const findRevision = compileOnce(db, () => db.selectFrom('record_revision').select('revision'))
  return async () => (await findRevision([]))[0]?.revision ?? 0
}
