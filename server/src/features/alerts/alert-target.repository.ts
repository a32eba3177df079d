import type { AlertChannel } from '@baiqicha/contract/alerts'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, findsRow } from '../../platform/database/portable-sql.ts'
import type { AlertTargetTable } from '../../platform/database/tables/follow.ts'

type NewTarget = Pick<
  AlertTargetTable,
  'id' | 'user_id' | 'channel' | 'format' | 'address_sealed' | 'address_masked' | 'address_hmac'
>
/** A target that is due. */
export type DueTarget = Pick<
  AlertTargetTable,
  'id' | 'user_id' | 'format' | 'address_sealed' | 'sent_seq' | 'taken_day' | 'done_day' | 'attempts' | 'refusals'
>
type FailureOf = { cause: string; retryAt: number; isRefused: boolean }

/** Refusals of an address after which nothing is sent to it. */
const REFUSALS_MAX = 2
/** Longest time until a failed briefing is repeated. */
export const LONGEST_RETRY_MS = 2 * 3_600_000

export function createAlertTargets({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Targets of a user with the reason for which operators stopped the address. */
    list: (userId: string) =>
      db
        .selectFrom('alert_target')
        .leftJoin('alert_stop', 'alert_stop.address_hmac', 'alert_target.address_hmac')
        .selectAll('alert_target')
        .select('alert_stop.reason as stop_reason')
        .where('user_id', '=', userId)
        .orderBy('channel')
        .execute(),

    isStopped: (addressHmac: string): Promise<boolean> =>
      db.selectFrom('alert_stop').where('address_hmac', '=', addressHmac).$call(findsRow),

    /** Sets the target of a channel. One that it replaces gives its place in the news, and its day, to the new one. */
    async set(tx: Database, target: NewTarget, first: { seq: number; day: string }): Promise<void> {
      const replaced = await tx
        .deleteFrom('alert_target')
        .where('user_id', '=', target.user_id)
        .where('channel', '=', target.channel)
        .returning(['sent_seq', 'taken_day', 'done_day', 'sent_at'])
        .executeTakeFirst()
      await tx
        .insertInto('alert_target')
        .values({
          ...target,
          created_at: clock.now(),
          ...(replaced ?? { sent_seq: first.seq, taken_day: first.day, done_day: first.day, sent_at: null }),
          attempts: 0,
          retry_at: 0,
          refusals: 0,
          is_refused: 0,
          cause: null,
          failed_at: null,
        })
        .execute()
    },

    remove: (tx: Database, userId: string, channel: AlertChannel) =>
      tx
        .deleteFrom('alert_target')
        .where('user_id', '=', userId)
        .where('channel', '=', channel)
        .returning('id')
        .executeTakeFirst(),

    removeById: (tx: Database, id: string) =>
      tx.deleteFrom('alert_target').where('id', '=', id).returning('user_id').executeTakeFirst(),

    /** A clock that was far ahead must not silence a target for years: its day counts as served. */
    correctDays: async (day: string, latest: string): Promise<void> => {
      await db
        .updateTable('alert_target')
        .set({ taken_day: day, done_day: day, retry_at: 0 })
        .where('taken_day', '>', latest)
        .execute()
    },

    /** Targets whose briefing of the day no process has begun, those without a failure first. */
    due: (channel: AlertChannel, day: string, limit: number): Promise<DueTarget[]> => {
      const now = clock.now()
      return db
        .selectFrom('alert_target')
        .innerJoin('user_account', 'user_account.id', 'alert_target.user_id')
        .select(['alert_target.id', 'user_id', 'format', 'address_sealed', 'sent_seq', 'taken_day', 'done_day'])
        .select(['attempts', 'refusals'])
        .where('taken_day', '<', day)
        .where('channel', '=', channel)
        .where('is_refused', '=', 0)
        .where((of) => of.or([of('retry_at', '<=', now), of('retry_at', '>', now + LONGEST_RETRY_MS)]))
        .where('user_account.erase_at', 'is', null)
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('user_lock')
                .select('user_lock.user_id')
                .whereRef('user_lock.user_id', '=', 'alert_target.user_id')
                .where('user_lock.ends_at', '>', now),
            ),
          ),
        )
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('alert_stop')
                .select('alert_stop.address_hmac')
                .whereRef('alert_stop.address_hmac', '=', 'alert_target.address_hmac'),
            ),
          ),
        )
        .orderBy('attempts')
        .orderBy('alert_target.id')
        .limit(limit)
        .execute()
    },

    /** Takes the briefing of a day; false: another process did, or the target is gone. */
    take: (id: string, day: string): Promise<boolean> =>
      db
        .updateTable('alert_target')
        .set({ taken_day: day })
        .where('id', '=', id)
        .where('taken_day', '<', day)
        .$call(changesRow),

    /** The day has no news, so nothing was taken. */
    async storeQuiet(id: string, day: string): Promise<void> {
      await db
        .updateTable('alert_target')
        .set({ taken_day: day, done_day: day })
        .where('id', '=', id)
        .where('taken_day', '<', day)
        .execute()
    },

    async storeSent(id: string, { day, seq }: { day: string; seq: number }): Promise<void> {
      await db
        .updateTable('alert_target')
        .set({
          sent_seq: seq,
          done_day: day,
          sent_at: clock.now(),
          attempts: 0,
          retry_at: 0,
          refusals: 0,
          cause: null,
          failed_at: null,
        })
        .where('id', '=', id)
        .execute()
    },

    /** The day may be taken again at `retryAt`. */
    async storeFailure(
      { id, taken_day, refusals }: DueTarget,
      { cause, retryAt, isRefused }: FailureOf,
    ): Promise<void> {
      const refused = isRefused ? refusals + 1 : 0
      await db
        .updateTable('alert_target')
        .set((of) => ({
          taken_day,
          attempts: of('attempts', '+', 1),
          retry_at: retryAt,
          refusals: refused,
          is_refused: refused >= REFUSALS_MAX ? 1 : 0,
          cause,
          failed_at: clock.now(),
        }))
        .where('id', '=', id)
        .execute()
    },

    /** Perhaps delivered: the day stays taken, and its news is sent again with that of the next day. */
    async storeUnknown(id: string, cause: string): Promise<void> {
      await db
        .updateTable('alert_target')
        .set((of) => ({ attempts: of('attempts', '+', 1), cause, failed_at: clock.now() }))
        .where('id', '=', id)
        .execute()
    },

    /** Before the attempt: the host of the target does not answer others. */
    async postpone(id: string, retryAt: number): Promise<void> {
      await db.updateTable('alert_target').set({ retry_at: retryAt }).where('id', '=', id).execute()
    },
  }
}
export type AlertTargets = ReturnType<typeof createAlertTargets>
