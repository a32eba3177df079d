import { FOLLOW_LIMITS } from '@baiqicha/contract/follow'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { changesRow, compileOnce, findsRow, isPostgres } from '../../platform/database/portable-sql.ts'
import type { FollowTable } from '../../platform/database/tables/follow.ts'

export type StoredFollow = Omit<FollowTable, 'user_id'>

/** What decides which events are new to a user. `seenAt`: when the user last opened 动态, `vipExpireAt`: end of the membership, in
 * milliseconds. */
export type FollowerState = { seenSeq: number; seenAt: number | null; unread: number; vipExpireAt: number | null }

/** Follows and followers. Functions with `tx` run in the transaction of their caller. */
export function createFollowRepository(db: Database) {
  const findFollows = compileOnce<StoredFollow>(db, ([userId = '']) =>
    db
      .selectFrom('follow')
      .select(['company_id', 'group_name', 'position', 'followed_at', 'from_seq'])
      .where('user_id', '=', userId)
      .orderBy('position', 'desc'),
  )
  const findState = compileOnce(db, ([userId = '']) =>
    db
      .selectFrom('user_account')
      .leftJoin('follower', 'follower.user_id', 'user_account.id')
      .select(['follower.seen_seq', 'follower.seen_at', 'follower.unread', 'user_account.vip_expire_at'])
      .where('user_account.id', '=', userId),
  )

  return {
    /** Newest first. */
    list: (userId: string): Promise<StoredFollow[]> => findFollows([userId]),

    async stateOf(userId: string): Promise<FollowerState> {
      const [row] = await findState([userId])
      return {
        seenSeq: row?.seen_seq ?? 0,
        seenAt: row?.seen_at ?? null,
        unread: row?.unread ?? 0,
        vipExpireAt: row?.vip_expire_at ?? null,
      }
    },

    listIn: (tx: Database, userId: string): Promise<Pick<StoredFollow, 'company_id' | 'group_name' | 'position'>[]> =>
      tx.selectFrom('follow').select(['company_id', 'group_name', 'position']).where('user_id', '=', userId).execute(),

    async insert(tx: Database, row: FollowTable): Promise<void> {
      await tx.insertInto('follow').values(row).execute()
      await tx
        .insertInto('follower')
        .values({ user_id: row.user_id, seen_seq: 0, seen_at: null, unread: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async setGroup(tx: Database, userId: string, companyId: string, group: string): Promise<void> {
      await tx
        .updateTable('follow')
        .set({ group_name: group })
        .where('user_id', '=', userId)
        .where('company_id', '=', companyId)
        .execute()
    },

    async remove(userId: string, companyId: string): Promise<void> {
      await db.deleteFrom('follow').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
    },

    async renameGroup(userId: string, from: string, to: string): Promise<void> {
      await db
        .updateTable('follow')
        .set({ group_name: to })
        .where('user_id', '=', userId)
        .where('group_name', '=', from)
        .execute()
    },

    async markSeen(userId: string, { seq, now }: { seq: number; now: number }): Promise<void> {
      const seen = { seen_seq: seq, seen_at: now, unread: 0 }
      await db.updateTable('follower').set(seen).where('user_id', '=', userId).execute()
    },

    /** Number of the newest event that the stored numbers count. */
    async cursor(): Promise<number> {
      return (await db.selectFrom('event_cursor').select('seq').executeTakeFirst())?.seq ?? 0
    },

    hasFollows: (): Promise<boolean> => db.selectFrom('follow').limit(1).$call(findsRow),

    /** Stores a recomputed number, unless events were counted since `cursor` was read. */
    async storeUnread(userId: string, unread: number, cursor: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const current = await tx
          .selectFrom('event_cursor')
          .select('seq')
          .$if(isPostgres(tx), (query) => query.forShare())
          .executeTakeFirst()
        if (current?.seq !== cursor) return
        await tx.updateTable('follower').set({ unread }).where('user_id', '=', userId).execute()
      })
    },

    /**
     * Adds new events to the stored numbers of the followers, and moves the cursor, in one transaction. Only one of
     * several processes that count the same events succeeds.
     */
    addUnread: (
      { from, to }: { from: number; to: number },
      newEvents: ReadonlyMap<string, readonly number[]>,
      now: number,
    ): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const moved = await tx.updateTable('event_cursor').set({ seq: to }).where('seq', '=', from).$call(changesRow)
        if (!moved) return
        for (const [companyId, seqs] of newEvents) await addForCompany(tx, companyId, seqs, now)
      }),
  }
}
export type FollowRepository = ReturnType<typeof createFollowRepository>

/** Adds the events of one company that are new to each follower whose level includes the company. */
async function addForCompany(tx: Database, companyId: string, seqs: readonly number[], now: number) {
  const list = JSON.stringify(seqs)
  const marker = sql`case when follower.seen_seq > follow.from_seq then follower.seen_seq else follow.from_seq end`
  const count = isPostgres(tx)
    ? sql`(select count(*) from json_array_elements_text(${list}::json) as v where v::bigint > ${marker})`
    : sql`(select count(*) from json_each(${list}) where value > ${marker})`
  // A membership runs to the end of its last second (domain/account/membership-rules.ts).
  await sql`
    update follower set unread = unread + (
      select ${count} from follow where follow.user_id = follower.user_id and follow.company_id = ${companyId})
    where user_id in (
      select f.user_id from follow as f join user_account as account on account.id = f.user_id
      where f.company_id = ${companyId} and (
        account.vip_expire_at > ${now - 1_000}
        or (select count(*) from follow as older where older.user_id = f.user_id and older.position < f.position)
          < ${FOLLOW_LIMITS.registered}))`.execute(tx)
}
