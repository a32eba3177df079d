import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Clock, PROCESS_DIFFERENCE_MS } from '../../domain/clock.ts'
import type { Cipher } from '../crypto/cipher.ts'
import type { Database } from '../database/database.ts'
import type { WechatToken } from './wechat-api.ts'

/** Tokens are renewed this long before they expire. */
const MARGIN_MS = 5 * 60_000
/** A process that renews a token gets this long; then another process may. */
const LEASE_MS = 4_000
const POLL_MS = 100

type TokenRequest = {
  /** Key of the row. */
  name: string
  /** A token that WeChat refused; the stored one is used when it is another. */
  refused?: string
  renew: (isRefreshed: boolean) => Promise<WechatToken>
  signal: AbortSignal
}

/** Returns the stored token; one process renews it, the others wait for its row. */
export type FindToken = (request: TokenRequest) => Promise<string>

/** Tokens of WeChat, encrypted in the database, so that all processes use the same one. */
export function createWechatTokens({ db, clock, cipher }: { db: Database; clock: Clock; cipher: Cipher }): FindToken {
  async function findStored(name: string, refused: string | undefined) {
    const row = await db.selectFrom('wechat_token').selectAll().where('name', '=', name).executeTakeFirst()
    if (row === undefined || row.sealed === null) return null
    const validMs = row.expires_at - clock.now()
    // A token stored while the clock was ahead would live too long.
    if (validMs <= MARGIN_MS || validMs > 86_400_000) return null
    const value = openOrNull(cipher, row.sealed)
    return value === refused ? null : value
  }

  /** Whether this process is the one that renews the token. */
  async function takeLease(name: string) {
    const now = clock.now()
    const taken = await db
      .insertInto('wechat_token')
      .values({ name, sealed: null, expires_at: 0, renewing_until: now + LEASE_MS })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ renewing_until: now + LEASE_MS })
          .where((where) =>
            where.or([
              where('wechat_token.renewing_until', '<=', now),
              where('wechat_token.renewing_until', '>', now + LEASE_MS + PROCESS_DIFFERENCE_MS),
            ]),
          ),
      )
      .returning('name')
      .executeTakeFirst()
    return taken !== undefined
  }

  async function store(name: string, { value, expiresIn }: WechatToken) {
    await db
      .updateTable('wechat_token')
      .set({ sealed: cipher.seal(value), expires_at: clock.now() + expiresIn * 1000, renewing_until: 0 })
      .where('name', '=', name)
      .execute()
  }

  const endLease = (name: string) =>
    db.updateTable('wechat_token').set({ renewing_until: sql`0` }).where('name', '=', name).execute()

  return async ({ name, refused, renew, signal }) => {
    for (;;) {
      const stored = await findStored(name, refused)
      if (stored !== null) return stored
      if (await takeLease(name)) {
        try {
          // Another process may have stored a token, and ended its lease, after the look-up above.
          const other = await findStored(name, refused)
          if (other !== null) {
            await endLease(name)
            return other
          }
          const renewed = await renew(refused !== undefined)
          await store(name, renewed)
          return renewed.value
        } catch (error) {
          await endLease(name)
          throw error
        }
      }
      await delay(POLL_MS, undefined, { signal })
    }
  }
}

/** null: sealed with another key, as after secret.key was replaced. */
function openOrNull(cipher: Cipher, sealed: string): string | null {
  try {
    return cipher.open(sealed)
  } catch {
    return null
  }
}
