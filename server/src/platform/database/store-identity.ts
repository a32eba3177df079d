import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/** Identity of the store, created by the first call. Distinguishes an index of this store from one of another. */
export async function readStoreIdentity(db: Database): Promise<string> {
  const read = () => db.selectFrom('store_identity').select('id').executeTakeFirst()
  const stored = await read()
  if (stored !== undefined) return stored.id
  await db
    .insertInto('store_identity')
    .values({ only_row: 1, id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const created = await read()
  if (created === undefined) throw new Error('the identity of the store was not stored')
  return created.id
}
