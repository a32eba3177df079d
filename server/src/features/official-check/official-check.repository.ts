import type { CheckResult, CheckSite } from '@baiqicha/contract/official-check'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'

/** A mark of a user. `checkedAt` is in milliseconds. */
export type StoredCheck = { site: CheckSite; result: CheckResult; checkedAt: number }

export function createOfficialCheckRepository(db: Database, clock: Clock) {
  return {
    /** Marks of the user about the company, in no order. */
    async list(userId: string, companyId: string): Promise<StoredCheck[]> {
      const rows = await db
        .selectFrom('official_check')
        .select(['site', 'result', 'checked_at'])
        .where('user_id', '=', userId)
        .where('company_id', '=', companyId)
        .execute()
      return rows.map(({ site, result, checked_at: checkedAt }) => ({ site, result, checkedAt }))
    },

    /** Replaces the mark of the site; null removes it. */
    async save(
      userId: string,
      { companyId, site, result }: { companyId: string; site: CheckSite; result: CheckResult | null },
    ): Promise<void> {
      if (result === null) {
        await db
          .deleteFrom('official_check')
          .where('user_id', '=', userId)
          .where('company_id', '=', companyId)
          .where('site', '=', site)
          .execute()
        return
      }
      const checked_at = clock.now()
      await db
        .insertInto('official_check')
        .values({ user_id: userId, company_id: companyId, site, result, checked_at })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'company_id', 'site']).doUpdateSet({ result, checked_at }),
        )
        .execute()
    },
  }
}
export type OfficialCheckRepository = ReturnType<typeof createOfficialCheckRepository>
