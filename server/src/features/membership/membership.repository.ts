import type { UserLevel } from '@baiqicha/contract/benefits'
import { type ChoiceKind, isRunning, type MembershipRules } from '../../domain/account/membership-rules.ts'
import type { Clock } from '../../domain/clock.ts'
import { createStaleIfErrorCache } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import type { UserAccountTable } from '../../platform/database/tables/account.ts'

/** Level of a user now: one look-up by key. Only calls whose answer depends on it read it. */
export type FindUserLevel = (userId: string) => Promise<Exclude<UserLevel, 'visitor'>>

export const createUserLevels =
  ({ db, clock }: { db: Database; clock: Clock }): FindUserLevel =>
  async (userId) => {
    const account = await db
      .selectFrom('user_account')
      .select('vip_expire_at')
      .where('id', '=', userId)
      .executeTakeFirst()
    return isRunning(account?.vip_expire_at ?? null, clock.now()) ? 'vip' : 'registered'
  }

export type LockedAccount = Pick<UserAccountTable, 'mobile' | 'vip_expire_at' | 'vip_source' | 'erase_at'>

/**
 * Locks the account until the end of the transaction, so that its calls run one after the other and it is not erased
 * meanwhile; undefined when there is none. SQLite needs no lock, because it runs one write transaction at a time.
 */
export const lockAccount = (tx: Database, userId: string): Promise<LockedAccount | undefined> =>
  tx
    .selectFrom('user_account')
    .select(['mobile', 'vip_expire_at', 'vip_source', 'erase_at'])
    .where('id', '=', userId)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()

/** Replaces the choices of one kind, in the given order. The caller has locked the account. */
export async function replaceChoices(tx: Database, userId: string, kind: ChoiceKind, ids: readonly string[]) {
  await tx.deleteFrom('user_choice').where('user_id', '=', userId).where('kind', '=', kind).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('user_choice')
    .values(ids.map((choice_id, position) => ({ user_id: userId, kind, choice_id, position })))
    .execute()
}

export const createChoiceRepository = (db: Database) => ({
  /** Replaces the choices of one kind; an empty list deletes them. False when there is no such account. */
  save: (userId: string, kind: ChoiceKind, ids: readonly string[]): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      if ((await lockAccount(tx, userId)) === undefined) return false
      await replaceChoices(tx, userId, kind, ids)
      return true
    }),
})
export type ChoiceRepository = ReturnType<typeof createChoiceRepository>

/** Interval at which a process reads the version of the rules. */
const TTL_MS = 2_000

type PublishedRulesDeps = {
  clock: Clock
  /** The rules at the start of the process. */
  initial: MembershipRules
  load: () => Promise<MembershipRules>
  onStale: (error: unknown) => void
}

export function createPublishedRules({ clock, initial, load, onStale }: PublishedRulesDeps) {
  const cached = createStaleIfErrorCache<MembershipRules>({ clock, ttlMs: TTL_MS, onStale })
  let last = initial
  // The first copy, so that a call never waits for a database that is away.
  void cached('rules', async () => initial)
  return {
    /** The rules that this process read last: within a transaction nothing else is read. */
    current: (): MembershipRules => last,
    /** Reads the rules if the last reading is older than two seconds; the last ones while the database is away. */
    async find(): Promise<MembershipRules> {
      last = await cached('rules', load)
      return last
    },
  }
}
