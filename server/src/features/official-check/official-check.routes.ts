import type { CompanySummary } from '@baiqicha/contract/company-summary'
import {
  type CheckResult,
  type CheckSite,
  checkedSites,
  checkSites,
  type OfficialChecks,
} from '@baiqicha/contract/official-check'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { orNotFound } from '../../platform/http/refusal.ts'

/** Addresses of the operator that replace the default ones. */
type SiteAddresses = ReadonlyMap<CheckSite, string>

type OfficialCheckDeps = {
  checks: OfficialCheckRepository
  addresses: SiteAddresses
  /** In the order of the ids; unknown ids are left out. */
  listSummaries: (ids: readonly string[]) => Promise<CompanySummary[]>
}

const STOCK_CODE = '{code}'

export function officialCheckHandlers({ checks, addresses, listSummaries }: OfficialCheckDeps) {
  async function findCompany(companyId: string): Promise<CompanySummary> {
    const [company] = await listSummaries([companyId])
    return orNotFound(company)
  }

  async function describe(company: CompanySummary, userId: string | null): Promise<OfficialChecks> {
    const { id, name, creditCode, isDemo, listing } = company
    const marks = new Map(
      userId === null ? [] : (await checks.list(userId, id)).map((mark) => [mark.site, mark] as const),
    )
    return {
      companyId: id,
      name,
      creditCode,
      isDemo,
      sites: checkSites.flatMap((site) => {
        if (site === 'disclosure' && listing === null) return []
        const mark = marks.get(site)
        const { url, ...shown } = checkedSites[site]
        return [
          {
            site,
            name: site === 'disclosure' ? `${shown.name} ${listing?.code ?? ''}` : shown.name,
            finds: shown.finds,
            url: (addresses.get(site) ?? url).replace(STOCK_CODE, encodeURIComponent(listing?.code ?? '')),
            result: mark?.result ?? null,
            checkedOn: mark === undefined ? null : chinaDay(mark.checkedAt),
          },
        ]
      }),
    }
  }

  return {
    officialChecks: async ({ input, session }) => describe(await findCompany(input.id), session?.userId ?? null),

    async saveOfficialCheck({ input, session: { userId } }) {
      const company = await findCompany(input.companyId)
      await checks.save(userId, { ...input, companyId: company.id })
      return describe(company, userId)
    },
  } satisfies Partial<Handlers>
}

/** A mark of a user. `checkedAt` is in milliseconds. */
type StoredCheck = { site: CheckSite; result: CheckResult; checkedAt: number }

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
type OfficialCheckRepository = ReturnType<typeof createOfficialCheckRepository>
