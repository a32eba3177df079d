import type { UserLevel } from '@baiqicha/contract/benefits'
import { isRunning } from '../../domain/account/membership-rules.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'

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
