import { type Clock, chinaDay, chinaDayEnd } from '../../domain/clock.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockAccount } from './membership.repository.ts'

export type MembershipChangeError =
  /** No account, or one that never was a member: the gift is claimed by its user. */
  | { type: 'noMember' }
  /** No day, one that is over, or one too far ahead. */
  | { type: 'badDay' }

const FOUND = 50
/** Longest time ahead, in milliseconds. */
const LONGEST = 20 * 366 * 86_400_000

type MembershipAdminDeps = { db: Database; clock: Clock; operatorAudit: AppendOperatorAudit }

type MembershipChange = { userId: string; until: string; reason: string; operator: string }

/** The operator's work on memberships. */
export function createMembershipAdmin({ db, clock, operatorAudit }: MembershipAdminDeps) {
  return {
    /** By a masked number, as in 138****8000. */
    async find(mobile: string) {
      const rows = await db
        .selectFrom('user_account')
        .select(['id', 'mobile', 'vip_expire_at', 'vip_source'])
        .where('mobile', 'like', mobile.replaceAll('*', '_'))
        .where('vip_expire_at', 'is not', null)
        .orderBy('id')
        .limit(FOUND)
        .execute()
      return rows.map((row) => ({
        userId: row.id,
        mobileMasked: maskMobile(row.mobile),
        endsAt: row.vip_expire_at ?? 0,
        source: row.vip_source,
      }))
    },

    /** `until`: the last day in China; empty: the membership ends at once. */
    change: ({ userId, until, reason, operator }: MembershipChange): Promise<Result<null, MembershipChangeError>> =>
      db.transaction().execute(async (tx): Promise<Result<null, MembershipChangeError>> => {
        const account = await lockAccount(tx, userId)
        const before = account?.vip_expire_at
        if (account === undefined || before == null) return failed({ type: 'noMember' })
        const now = clock.now()
        // As the gift, a membership ends with the last second of a day.
        const end = until === '' ? now - 1_000 : (chinaDayEnd(until) ?? 0) - 1_000
        if (until !== '' && (end <= now || end > now + LONGEST)) return failed({ type: 'badDay' })
        await tx.updateTable('user_account').set({ vip_expire_at: end }).where('id', '=', userId).execute()
        await operatorAudit(tx, {
          operator,
          action: 'membershipChanged',
          subject: userId,
          before: { memberUntil: chinaDay(before) },
          after: { memberUntil: until === '' ? '已结束' : until },
          reason,
        })
        return ok(null)
      }),
  }
}
