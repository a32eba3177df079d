import type { Database } from '../database/database.ts'
import type { Hmac } from './hmac.ts'

/**
 * Whether the key is that of the other processes on this database; the first process decides. With another key no process
 * could check the SMS codes, captchas and hidden numbers of the others.
 */
export async function isSharedKey(db: Database, hmac: Hmac): Promise<boolean> {
  const fingerprint = hmac('fingerprint')
  await db
    .insertInto('secret_key_check')
    .values({ id: 1, fingerprint })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const stored = await db.selectFrom('secret_key_check').select('fingerprint').executeTakeFirstOrThrow()
  return stored.fingerprint === fingerprint
}
