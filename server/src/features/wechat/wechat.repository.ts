import { type Clock, PROCESS_DIFFERENCE_MS } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, findsRow } from '../../platform/database/portable-sql.ts'

const MINUTE = 60_000
const BIND_TOKEN_MS = 5 * MINUTE

export function createWechatRepository({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** The linked account; null when there is none. */
    async findAccount(openIdHmac: string): Promise<{ userId: string; mobile: string } | null> {
      const found = await db
        .selectFrom('wechat_link')
        .innerJoin('user_account', 'user_account.id', 'wechat_link.user_id')
        .select(['user_account.id', 'user_account.mobile'])
        .where('wechat_link.openid_hmac', '=', openIdHmac)
        .executeTakeFirst()
      return found === undefined ? null : { userId: found.id, mobile: found.mobile }
    },

    async isLinked(userId: string): Promise<boolean> {
      return db.selectFrom('wechat_link').where('user_id', '=', userId).$call(findsRow)
    },

    /** Links the locked account to the WeChat user; other links of both end. */
    async link(tx: Database, userId: string, openIdHmac: string): Promise<void> {
      await tx.deleteFrom('wechat_link').where('user_id', '=', userId).where('openid_hmac', '!=', openIdHmac).execute()
      await tx
        .insertInto('wechat_link')
        .values({ openid_hmac: openIdHmac, user_id: userId, linked_at: clock.now() })
        .onConflict((conflict) =>
          conflict.column('openid_hmac').doUpdateSet({ user_id: userId, linked_at: clock.now() }),
        )
        .execute()
    },

    /** False when there was no link. */
    async unlink(tx: Database, userId: string): Promise<boolean> {
      return tx.deleteFrom('wechat_link').where('user_id', '=', userId).$call(changesRow)
    },

    async addBindToken(tokenHash: string, openIdHmac: string): Promise<void> {
      await db
        .insertInto('wechat_bind_token')
        .values({ token_hash: tokenHash, openid_hmac: openIdHmac, expires_at: clock.now() + BIND_TOKEN_MS })
        .execute()
    },

    async hasBindToken(tokenHash: string): Promise<boolean> {
      return db
        .selectFrom('wechat_bind_token')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', clock.now())
        .$call(findsRow)
    },

    /** Deletes the token and returns its WeChat user; null when it was used or has expired. */
    async takeBindToken(tx: Database, tokenHash: string): Promise<string | null> {
      const now = clock.now()
      const taken = await tx
        .deleteFrom('wechat_bind_token')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        // A token issued while the clock was ahead would live too long.
        .where('expires_at', '<=', now + BIND_TOKEN_MS + PROCESS_DIFFERENCE_MS)
        .returning('openid_hmac')
        .executeTakeFirst()
      return taken?.openid_hmac ?? null
    },
  }
}
export type WechatRepository = ReturnType<typeof createWechatRepository>
