import { LOCK_DAYS_MAX, type UserAccount } from '@baiqicha/contract/desk/users'
import { type Clock, chinaDayEnd, DAY_MS } from '../../domain/clock.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { type AppendOperatorAudit, lockAudit, type OperatorStep } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { changedRows, countRows } from '../../platform/database/portable-sql.ts'
import type { OpenSession } from './session.service.ts'

export type UserAdminError =
  | { type: 'unknown' }
  /** The last day is over, too far away, or none. */
  | { type: 'badDay' }
  | { type: 'notLocked' }
  /** Another operator locked or unlocked the account meanwhile. */
  | { type: 'changed' }

type OnAccount = { userId: string; operator: string; reason: string }
/** `lockedAt`: beginning of the lock that is changed; null: none; absent: any. */
type OnLock = OnAccount & { lockedAt?: number | null | undefined }

type UserAdminDeps = {
  db: Database
  clock: Clock
  operatorAudit: AppendOperatorAudit
  listSessions: (userId: string) => Promise<OpenSession[]>
}

const wholeMobile = /^1\d{10}$/

type CountedTable = 'follow' | 'view_history' | 'search_history' | 'feedback' | 'correction'

const accountOf = (of: Database, key: string) =>
  of
    .selectFrom('user_account')
    .selectAll()
    .where(wholeMobile.test(key) ? 'mobile' : 'id', '=', key)
    .executeTakeFirst()

const isStale = ({ lockedAt }: OnLock, lock: { locked_at: number } | null) =>
  lockedAt !== undefined && lockedAt !== (lock?.locked_at ?? null)

/** The operator's work on accounts. Each look-up and each change is audited. */
export function createUserAdmin({ db, clock, operatorAudit, listSessions }: UserAdminDeps) {
  const lockOf = async (of: Database, userId: string) => {
    const row = await of.selectFrom('user_lock').selectAll().where('user_id', '=', userId).executeTakeFirst()
    return row === undefined || row.ends_at <= clock.now() ? null : row
  }

  const countOf = (table: CountedTable, userId: string) => countRows(db.selectFrom(table).where('user_id', '=', userId))

  const usesOf = (table: 'assistant_use' | 'contact_use', userId: string) =>
    countRows(
      db
        .selectFrom(table)
        .where('user_id', '=', userId)
        .where('at', '>', clock.now() - DAY_MS),
    )

  type Change = Pick<OperatorStep, 'action' | 'before' | 'after'>

  /** Runs a change of a known account, and writes its row. */
  const change = <T>(
    { userId, operator, reason }: OnAccount,
    run: (tx: Database) => Promise<Result<{ value: T; change: Change }, UserAdminError>>,
  ): Promise<Result<T, UserAdminError>> =>
    db.transaction().execute(async (tx) => {
      // The later of two operators reads what the first one changed.
      await lockAudit(tx)
      if ((await accountOf(tx, userId)) === undefined) return failed({ type: 'unknown' })
      const changed = await run(tx)
      if (!changed.ok) return changed
      await operatorAudit(tx, { operator, subject: userId, reason, ...changed.value.change })
      return ok(changed.value.value)
    })

  return {
    /** By a complete mobile number or an id: there is no list of users. */
    async show({ key, operator }: { key: string; operator: string }): Promise<Result<UserAccount, UserAdminError>> {
      const found = await accountOf(db, key)
      if (found === undefined) return failed({ type: 'unknown' })
      const { id: userId } = found
      await db.transaction().execute((tx) => operatorAudit(tx, { operator, action: 'userShown', subject: userId }))
      const lock = await lockOf(db, userId)
      const devices = await listSessions(userId)
      return ok({
        userId,
        mobileMasked: maskMobile(found.mobile),
        nickname: found.nickname,
        registeredAt: found.created_at,
        eraseAt: found.erase_at,
        vipExpireAt: found.vip_expire_at,
        vipSource: found.vip_source,
        hasPassword: found.password_hash !== null,
        lock: lock && { reason: lock.reason, lockedAt: lock.locked_at, endsAt: lock.ends_at },
        devices: devices.map(({ deviceType, source, createdAt, lastUsedAt }) => ({
          deviceType,
          source,
          signedInAt: createdAt,
          lastUsedAt,
        })),
        counts: {
          follows: await countOf('follow', userId),
          views: await countOf('view_history', userId),
          searches: await countOf('search_history', userId),
          questions: await usesOf('assistant_use', userId),
          contacts: await usesOf('contact_use', userId),
          feedback: await countOf('feedback', userId),
          corrections: await countOf('correction', userId),
        },
      })
    },

    endSessions: (step: OnAccount): Promise<Result<number, UserAdminError>> =>
      change(step, async (tx) => {
        const ended = await tx.deleteFrom('session').where('user_id', '=', step.userId).$call(changedRows)
        const states = { before: { sessions: ended }, after: { sessions: 0 } }
        return ok({ value: ended, change: { action: 'userSessionsEnded', ...states } })
      }),

    /** Until the end of a day in China. A second lock replaces the first. */
    lock: (step: OnLock & { until: string }): Promise<Result<null, UserAdminError>> =>
      change(step, async (tx) => {
        const now = clock.now()
        const ends = chinaDayEnd(step.until)
        if (ends === null || ends <= now || ends > now + LOCK_DAYS_MAX * DAY_MS) return failed({ type: 'badDay' })
        const before = await lockOf(tx, step.userId)
        if (isStale(step, before)) return failed({ type: 'changed' })
        const lock = { reason: step.reason, locked_at: now, ends_at: ends }
        await tx
          .insertInto('user_lock')
          .values({ user_id: step.userId, ...lock })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(lock))
          .execute()
        const states = { before: before && { until: before.ends_at }, after: { until: step.until } }
        return ok({ value: null, change: { action: 'userLocked', ...states } })
      }),

    unlock: (step: OnLock): Promise<Result<null, UserAdminError>> =>
      change(step, async (tx) => {
        const before = await lockOf(tx, step.userId)
        if (before === null) return failed({ type: 'notLocked' })
        if (isStale(step, before)) return failed({ type: 'changed' })
        await tx.deleteFrom('user_lock').where('user_id', '=', step.userId).execute()
        const states = { before: { until: before.ends_at, reason: before.reason } }
        return ok({ value: null, change: { action: 'userUnlocked', ...states } })
      }),
  }
}
