import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { type CheckSite, checkedSites, checkSites, type OfficialChecks } from '@baiqicha/contract/official-check'
import { chinaDay } from '../../domain/clock.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { orNotFound } from '../../platform/http/refusal.ts'
import type { OfficialCheckRepository } from './official-check.repository.ts'

/** Addresses of the operator that replace the default ones. */
export type SiteAddresses = ReadonlyMap<CheckSite, string>

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
