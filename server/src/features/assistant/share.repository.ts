import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'

/** 128 bits. */
const KEY_BYTES = 16
/** Keys of one answer; the oldest gives way. */
const KEYS_PER_ANSWER = 20

type ShareDeps = { db: Database; clock: Clock; random: Random }

/** Keys that open an answer to visitors; only their hashes are stored. */
export function createShareRepository({ db, clock, random }: ShareDeps) {
  const sharesOf = (answerId: string) =>
    db.selectFrom('assistant_share').select('key_hash').where('answer_id', '=', answerId)

  return {
    /** A new key. Earlier ones still open the answer: each may be in another chat. */
    async add(answerId: string): Promise<string> {
      const key = Buffer.from(random.bytes(KEY_BYTES)).toString('base64url')
      await db
        .insertInto('assistant_share')
        .values({ key_hash: sha256(key), answer_id: answerId, created_at: clock.now() })
        .execute()
      const newestFirst = sharesOf(answerId).orderBy('created_at', 'desc').orderBy('key_hash')
      const beyond = newestFirst.limit(1000).offset(KEYS_PER_ANSWER)
      await db.deleteFrom('assistant_share').where('key_hash', 'in', beyond).execute()
      return key
    },

    removeAll: (answerId: string): Promise<unknown> =>
      db.deleteFrom('assistant_share').where('answer_id', '=', answerId).execute(),

    /** Whether the key opens this answer. Compares every stored hash in constant time. */
    async opens(answerId: string, key: string): Promise<boolean> {
      const given = Buffer.from(sha256(key))
      let found = false
      for (const { key_hash } of await sharesOf(answerId).execute()) {
        found = timingSafeEqual(Buffer.from(key_hash), given) || found
      }
      return found
    },

    /** Of these answers, those with a key. */
    async sharedOf(answerIds: readonly string[]): Promise<Set<string>> {
      if (answerIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('assistant_share')
        .select('answer_id')
        .distinct()
        .where('answer_id', 'in', [...answerIds])
        .execute()
      return new Set(rows.map((row) => row.answer_id))
    },
  }
}
export type ShareRepository = ReturnType<typeof createShareRepository>
