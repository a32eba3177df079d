import type { DeviceType } from '@baiqicha/contract/account'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Session } from '../../domain/session.ts'
import { sha256 } from '../../platform/crypto/secret.ts'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/log/logger.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const IDLE_MS = 30 * DAY
const LIFETIME_MS = 90 * DAY
const EXTERNAL_LIFETIME_MS = DAY
const DEVICES = 5
const TOKEN_BYTES = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export type Device = { deviceType: DeviceType; deviceId: string; fr: string }

export interface SessionService {
  /**
   * Opens a session within a transaction and ends the oldest beyond five. One that arrived from a partner (`source`)
   * lives a day. Returns the token, kept nowhere.
   */
  open(tx: Database, userId: string, device: Device, source?: string): Promise<string>
  /** null for a token that never was, has ended or has expired. */
  find(token: string): Promise<Session | null>
  end(session: Session): Promise<void>
}

type SessionParts = { db: Database; clock: Clock; random: Random; log: Logger }

export function createSessionService({ db, clock, random, log }: SessionParts): SessionService {
  const findRow = compileOnce(db, (hashes) =>
    db
      .selectFrom('session')
      .select(['id', 'user_id', 'source', 'last_used_at', 'expires_at'])
      .where('token_hash', 'in', hashes),
  )

  return {
    async open(tx, userId, device, source) {
      const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
      const now = clock.now()
      await tx
        .insertInto('session')
        .values({
          token_hash: sha256(token),
          id: randomId(random, 'd'),
          source: source ?? null,
          user_id: userId,
          device_type: device.deviceType,
          device_id: device.deviceId,
          fr: device.fr,
          created_at: now,
          last_used_at: now,
          expires_at: now + (source === undefined ? LIFETIME_MS : EXTERNAL_LIFETIME_MS),
        })
        .execute()
      const kept = await tx
        .selectFrom('session')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(DEVICES)
        .execute()
      const keep = new Set([sha256(token), ...kept.map((row) => row.token_hash)])
      await tx
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('token_hash', 'not in', [...keep].slice(0, DEVICES))
        .execute()
      return token
    },

    async find(token) {
      if (!tokenPattern.test(token)) return null
      const tokenHash = sha256(token)
      const now = clock.now()
      const [row] = await findRow([tokenHash])
      if (row === undefined || row.expires_at <= now || row.last_used_at + IDLE_MS <= now) return null
      if (now - row.last_used_at > HOUR) await touch(tokenHash, now)
      return { id: row.id, userId: row.user_id, tokenHash, source: row.source }
    },

    async end({ tokenHash }) {
      await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
    },
  }

  /** A session that cannot be prolonged, as on a full disk, is still a session. */
  async function touch(tokenHash: string, now: number) {
    try {
      await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
    } catch (error) {
      log.warn('session-not-prolonged', { error })
    }
  }
}
