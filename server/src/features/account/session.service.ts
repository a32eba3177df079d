import type { DeviceType, SignedInDevice } from '@baiqicha/contract/account'
import {
  beginLife,
  isOver,
  lifeAfterUse,
  type Session,
  type SessionLife,
  sessionsToKeep,
} from '../../domain/account/session.ts'
import { type Clock, isoOf } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Audit } from '../../platform/audit.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, compileOnce, isPostgres } from '../../platform/database/portable-sql.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ProveOwnNumber } from './sms-code.service.ts'

const TOKEN_BYTES = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** Whether the text has the form of a token or ticket. Other texts are refused without a query. */
export const isToken = (text: string) => tokenPattern.test(text)

/** A new secret that opens a session or identifies a ticket. Only its hash is stored. */
export const newToken = (random: Random) => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

export type Device = { deviceType: DeviceType; deviceId: string; fr: string }

/** A session as its owner sees it. */
export type OpenSession = SessionLife & { id: string; deviceType: DeviceType }

type SessionDeps = { db: Database; clock: Clock; random: Random; log: Pick<Logger, 'warn'> }

const lifeColumns = ['source', 'created_at', 'last_used_at', 'expires_at'] as const
type LifeRow = { source: string | null; created_at: number; last_used_at: number; expires_at: number }

const lifeOf = (row: LifeRow): SessionLife => ({
  source: row.source,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
})

export function createSessionService({ db, clock, random, log }: SessionDeps) {
  const findRow = compileOnce(db, (hashes) =>
    db
      .selectFrom('session')
      .leftJoin('user_lock', 'user_lock.user_id', 'session.user_id')
      .select(['session.id', 'session.user_id', 'written_up_to', ...lifeColumns])
      .select(['user_lock.reason as lock_reason', 'user_lock.ends_at as lock_ends_at'])
      .where('token_hash', 'in', hashes),
  )

  return {
    /**
     * Opens a session within a transaction, ends the oldest beyond five (session.ts) and returns the token. A session from a partner
     * (`source`) lives one day.
     */
    async open(tx: Database, userId: string, device: Device, source: string | null = null): Promise<string> {
      await lockAccount(tx, userId)
      const token = newToken(random)
      const life = beginLife(source, clock.now())
      await endOldest(tx, userId, life)
      await tx
        .insertInto('session')
        .values({
          token_hash: sha256(token),
          id: randomId(random, 'd'),
          source: life.source,
          user_id: userId,
          device_type: device.deviceType,
          device_id: device.deviceId,
          fr: device.fr,
          created_at: life.createdAt,
          last_used_at: life.lastUsedAt,
          expires_at: life.expiresAt,
        })
        .execute()
      return token
    },

    /** null when the token is unknown, ended or expired. */
    async find(token: string): Promise<Session | null> {
      if (!isToken(token)) return null
      const tokenHash = sha256(token)
      const [row] = await findRow([tokenHash])
      if (row === undefined) return null
      const life = lifeOf(row)
      const used = lifeAfterUse(life, clock.now())
      if (used !== life) await storeUse(tokenHash, used)
      if (used === null) return null
      const { id, user_id: userId, source, written_up_to: lastWriteAt } = row
      const { lock_reason: reason, lock_ends_at: endsAt } = row
      const lock = reason !== null && endsAt !== null && endsAt > clock.now() ? { lock: { reason, endsAt } } : {}
      return { id, userId, tokenHash, source, lastWriteAt: lastWriteAt ?? 0, ...lock }
    },

    /**
     * Records that the session has written, so that no process reads for it from a replica that may lack the write. A failure
     * is logged: until the replicas catch up, the session may read what was before.
     */
    async recordWrite({ tokenHash }: Session): Promise<void> {
      try {
        await db
          .updateTable('session')
          .set({ written_up_to: clock.now() })
          .where('token_hash', '=', tokenHash)
          .execute()
      } catch (error) {
        log.warn('write-not-recorded', { error })
      }
    },

    async end({ tokenHash }: Session): Promise<void> {
      await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
    },

    /** Last used first. */
    async list(userId: string): Promise<OpenSession[]> {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'device_type', ...lifeColumns])
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute()
      const now = clock.now()
      return rows
        .map((row) => ({ id: row.id, deviceType: row.device_type, ...lifeOf(row) }))
        .filter((session) => !isOver(session, now))
    },

    /** Ends one session of the account; false when there is none with this id. */
    async endOne(tx: Database, userId: string, id: string): Promise<boolean> {
      return tx.deleteFrom('session').where('user_id', '=', userId).where('id', '=', id).$call(changesRow)
    },

    /** Ends all other sessions of the account and returns their number. */
    async endOthers(tx: Database, { userId, tokenHash }: Session): Promise<number> {
      const ended = await tx
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('token_hash', '!=', tokenHash)
        .returning(lifeColumns)
        .execute()
      const now = clock.now()
      return ended.filter((row) => !isOver(lifeOf(row), now)).length
    },

    /** Also revokes the API keys of the account. */
    async endAll(tx: Database, userId: string): Promise<void> {
      await lockAccount(tx, userId)
      await tx.deleteFrom('session').where('user_id', '=', userId).execute()
      await tx.deleteFrom('api_key').where('user_id', '=', userId).execute()
    },
  }

  /** Stores the effect of a use. A failed write, for example on a full disk, is logged and does not end the session. */
  async function storeUse(tokenHash: string, used: SessionLife | null) {
    try {
      if (used === null) await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
      else {
        await db
          .updateTable('session')
          .set({ last_used_at: used.lastUsedAt, expires_at: used.expiresAt })
          .where('token_hash', '=', tokenHash)
          .execute()
      }
    } catch (error) {
      log.warn('session-not-kept-up', { error })
    }
  }
}
export type SessionService = ReturnType<typeof createSessionService>

/** Locks the account, so that concurrent logins see each other's session and none opens while all are being ended. */
async function lockAccount(tx: Database, userId: string) {
  const account = await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .$if(isPostgres(tx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  // The account was erased during this call; the next attempt creates a new one.
  if (account === undefined) throw unavailable()
}

/** Ends what must make room for a session that begins. */
async function endOldest(tx: Database, userId: string, { source, createdAt: now }: SessionLife) {
  const rows = await tx
    .selectFrom('session')
    .select(['id', ...lifeColumns])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const remaining = sessionsToKeep(
    rows.map((row) => ({ id: row.id, ...lifeOf(row) })),
    now,
    source,
  )
  const ids = remaining.map(({ id }) => id)
  await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
}

/** `smsCode`: for a session of a partner; empty: none. */
type SignOut = { session: Session; smsCode: string; address: string }

type DeviceDeps = { db: Database; audit: Audit; sessions: SessionService; proveOwnNumber: ProveOwnNumber }

export function createDeviceService({ db, audit, sessions, proveOwnNumber }: DeviceDeps) {
  return {
    async list(session: Session): Promise<SignedInDevice[]> {
      const open = await sessions.list(session.userId)
      return open.map(({ id, deviceType, source, createdAt, lastUsedAt }) => ({
        id,
        deviceType,
        signedInAt: isoOf(createdAt),
        lastUsedAt: isoOf(lastUsedAt),
        loginSource: source,
        isCurrent: id === session.id,
      }))
    },

    /**
     * Ends the session of one device, which may be the calling one. False when the account has no such device.
     * @throws Refusal without the code that a session of a partner needs
     */
    signOut({ id, ...request }: SignOut & { id: string }): Promise<boolean> {
      const { session, address } = request
      const { userId } = session
      const end = async (tx: Database, restoreCode: () => Promise<void>) => {
        const ended = await sessions.endOne(tx, userId, id)
        if (ended) await audit(tx, 'deviceSignedOut', { userId, address })
        else await restoreCode()
        return ended
      }
      if (id === session.id) return db.transaction().execute((tx) => end(tx, async () => {}))
      return proveOwnNumber({ ...request, scene: 'signOut' }, end)
    },

    /** Returns the number of sessions ended. @throws Refusal as `signOut` */
    signOutOthers: (request: SignOut): Promise<number> =>
      proveOwnNumber({ ...request, scene: 'signOut' }, async (tx) => {
        const { session, address } = request
        const signedOut = await sessions.endOthers(tx, session)
        if (signedOut > 0) await audit(tx, 'deviceSignedOut', { userId: session.userId, address })
        return signedOut
      }),
  }
}
export type DeviceService = ReturnType<typeof createDeviceService>
