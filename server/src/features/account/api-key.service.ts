import { API_KEYS_PER_USER, type ApiKey, type ApiKeyDays, type CreatedApiKey } from '@baiqicha/contract/api-keys'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Session } from '../../domain/account/session.ts'
import { type Clock, chinaDay, DAY_MS, dayStart, isoOf } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Audit } from '../../platform/audit.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, compileOnce } from '../../platform/database/portable-sql.ts'
import type { ApiKeyTable } from '../../platform/database/tables/account.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { waitSentence } from '../../platform/limits/limit-refusal.ts'
import { newToken } from './session.service.ts'

/** Begins every key, so that a scanner of secrets recognises one. */
const PREFIX = 'bqc_'
const keyPattern = /^bqc_[A-Za-z0-9_-]{43}$/
const ENDING = 4
/** Most calls that a process reserves at a time, and the share of the quota that a block may be. */
const [BLOCK, BLOCKS_PER_DAY] = [50, 50]

/** Calls of a key that this process may let through without a statement. `stored`: the stored number of the day with them. */
type Reserve = { day: string; stored: number; left: number; usedAt: number }

/** Calls a day, and those that are left of today in China. */
export type KeyQuota = { daily: number; remaining: number }

type ApiKeyDeps = {
  db: Database
  clock: Clock
  random: Random
  audit: Audit
  lockAccount: (tx: Database, userId: string) => Promise<unknown>
  dailyQuota: number
}

type KeyRow = Omit<ApiKeyTable, 'key_hash' | 'user_id'>

const shownKey = (row: KeyRow, now: number): ApiKey => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  createdAt: isoOf(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : isoOf(row.last_used_at),
  expiresAt: isoOf(row.expires_at),
  isExpired: row.expires_at <= now,
  usedToday: row.used_on === chinaDay(now) ? row.used_calls : 0,
})

const unfit = (message: string) => new Refusal({ code: resultCode.apiKeyUnfit, message })

type NewKey = { session: Session; name: string; days: ApiKeyDays; address: string }
type RevokedKey = { session: Session; id: string; address: string }

export function createApiKeyService(deps: ApiKeyDeps) {
  const { db, clock, random, audit, lockAccount, dailyQuota } = deps
  const block = Math.min(BLOCK, Math.floor(dailyQuota / BLOCKS_PER_DAY))
  /** By the hash of the key. */
  const reserves = new Map<string, Reserve>()
  const reserving = new Map<string, Promise<boolean>>()

  /** Reserves calls in one statement, which is exact across processes; undefined: fewer are left. */
  const store = (keyHash: string, calls: number, { day, now }: { day: string; now: number }) =>
    db
      .updateTable('api_key')
      .set((of) => ({
        used_calls: of
          .case()
          .when('used_on', '=', day)
          .then(of('used_calls', '+', calls))
          .else(calls)
          .end(),
        used_on: day,
        last_used_at: now,
      }))
      .where('key_hash', '=', keyHash)
      .where((of) => of.or([of('used_on', '!=', day), of('used_calls', '<=', dailyQuota - calls)]))
      .returning('used_calls')
      .executeTakeFirst()

  /** Reserves a block, or near the end of the quota what is asked for; false: fewer are left. */
  async function take(keyHash: string, calls: number): Promise<boolean> {
    if (calls > dailyQuota) return false
    const now = clock.now()
    const day = chinaDay(now)
    for (const count of new Set([Math.max(block, calls), calls])) {
      const row = await store(keyHash, count, { day, now })
      if (row === undefined) continue
      reserves.set(keyHash, { day, stored: row.used_calls, left: count, usedAt: now })
      return true
    }
    return false
  }

  async function giveBack(keyHash: string, reserve: Reserve): Promise<void> {
    const { day, left, usedAt } = reserve
    reserves.delete(keyHash)
    if (left === 0) return
    await db
      .updateTable('api_key')
      .set((of) => ({ used_calls: of('used_calls', '-', left), last_used_at: usedAt }))
      .where('key_hash', '=', keyHash)
      .where('used_on', '=', day)
      .execute()
  }

  const findRow = compileOnce(db, (hashes) =>
    db
      .selectFrom('api_key')
      .innerJoin('user_account', 'user_account.id', 'api_key.user_id')
      .leftJoin('user_lock', 'user_lock.user_id', 'api_key.user_id')
      .select(['api_key.id', 'api_key.user_id', 'expires_at', 'erase_at'])
      .select(['user_lock.reason as lock_reason', 'user_lock.ends_at as lock_ends_at'])
      .where('key_hash', 'in', hashes),
  )

  /** Gives back what this process has reserved for keys that were not used for so long, all keys unless stated. */
  async function flush(idleMs = 0): Promise<void> {
    const before = clock.now() - idleMs
    for (const [keyHash, reserve] of reserves) if (reserve.usedAt <= before) await giveBack(keyHash, reserve)
  }

  return {
    dailyQuota,

    /** Oldest first; also those that have expired. */
    async list(userId: string): Promise<ApiKey[]> {
      await flush()
      const rows = await db
        .selectFrom('api_key')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => shownKey(row, clock.now()))
    },

    /** @throws Refusal when the user has three, or a partner opened the session */
    async create({ session: { userId, source }, name, days, address }: NewKey): Promise<CreatedApiKey> {
      // A partner has verified the number, but the person at the device may be another one.
      if (source !== null) throw unfit('合作方登录不能创建密钥，请用手机号登录')
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, userId)
        const now = clock.now()
        const open = await tx
          .selectFrom('api_key')
          .select('id')
          .where('user_id', '=', userId)
          .where('expires_at', '>', now)
          .execute()
        if (open.length >= API_KEYS_PER_USER) throw unfit(`最多 ${API_KEYS_PER_USER} 个密钥，请先撤销一个`)
        // An expired key makes room for the new one.
        await tx.deleteFrom('api_key').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
        const key = PREFIX + newToken(random)
        const row = {
          id: randomId(random, 'k'),
          name,
          ending: key.slice(-ENDING),
          created_at: now,
          expires_at: now + days * DAY_MS,
          last_used_at: null,
          used_on: '',
          used_calls: 0,
        }
        await tx
          .insertInto('api_key')
          .values({ ...row, key_hash: sha256(key), user_id: userId })
          .execute()
        await audit(tx, 'apiKeyCreated', { userId, address, subject: row.id })
        return { key, apiKey: shownKey(row, now) }
      })
    },

    /** False when the user has no such key. */
    revoke: ({ session: { userId }, id, address }: RevokedKey): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const revoked = await tx
          .deleteFrom('api_key')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .$call(changesRow)
        if (revoked) await audit(tx, 'apiKeyRevoked', { userId, address, subject: id })
        return revoked
      }),

    /** The caller with this key; null when it is unknown, revoked or expired, or its account is being deactivated. */
    async find(key: string): Promise<Session | null> {
      if (!keyPattern.test(key)) return null
      const keyHash = sha256(key)
      const [row] = await findRow([keyHash])
      const now = clock.now()
      if (row === undefined || row.expires_at <= now || row.erase_at !== null) return null
      const { id, user_id: userId, lock_reason: reason, lock_ends_at: endsAt } = row
      const lock = reason !== null && endsAt !== null && endsAt > now ? { lock: { reason, endsAt } } : {}
      return { id, userId, tokenHash: keyHash, source: null, lastWriteAt: 0, isApiKey: true, ...lock }
    },

    /** Counts calls of a key, which are reserved in blocks. @throws Refusal when fewer are left of today */
    async spend({ tokenHash }: Session, calls = 1): Promise<KeyQuota> {
      for (;;) {
        const day = chinaDay(clock.now())
        const reserve = reserves.get(tokenHash)
        if (reserve !== undefined && reserve.day === day && reserve.left >= calls) {
          reserve.left -= calls
          reserve.usedAt = clock.now()
          return { daily: dailyQuota, remaining: dailyQuota - reserve.stored + reserve.left }
        }
        // Calls that arrive together take one block, not one each.
        const running = reserving.get(tokenHash)
        if (running !== undefined) await running.catch(() => {})
        else if (reserve !== undefined) await giveBack(tokenHash, reserve)
        else {
          const taking = take(tokenHash, calls).finally(() => reserving.delete(tokenHash))
          reserving.set(tokenHash, taking)
          if (!(await taking)) throw quotaUsedUp(dayStart(clock.now()) + DAY_MS - clock.now())
        }
      }
    },

    flush,
  }
}
export type ApiKeyService = ReturnType<typeof createApiKeyService>

function quotaUsedUp(waitMs: number): Refusal {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const message = waitSentence('该密钥今日调用次数已用完，请', retryAfterSeconds)
  return new Refusal({ code: resultCode.tooManyRequests, message, retryAfterSeconds })
}
