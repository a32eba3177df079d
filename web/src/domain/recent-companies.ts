import type { BusinessInfo, CompanyDetail } from '@baiqicha/contract/company-detail'
import type { CompanySummary } from '@baiqicha/contract/company-summary'

/** Number of viewed companies that stay readable offline. */
export const RECENT_COMPANY_LIMIT = 30

/** Response and the time it was read. */
export type Saved<T> = { value: T; savedAt: number }
export type RecentCompany = {
  id: string
  detail: Saved<CompanyDetail> | null
  /** As a row shows it. Made by the company page: the first load does not have the code for it. */
  summary: CompanySummary | null
  businessInfo: Saved<BusinessInfo> | null
}

/**
 * Cache of the responses of the companies viewed last, in memory only, so that they stay readable when the server is
 * unreachable. Cleared when another user logs in (app/start).
 */
export function createRecentCompanies({ now = Date.now }: { now?: () => number } = {}) {
  const companies = new Map<string, RecentCompany>()

  function save(id: string, part: Partial<Omit<RecentCompany, 'id'>>) {
    const before = companies.get(id) ?? { id, detail: null, summary: null, businessInfo: null }
    companies.delete(id)
    companies.set(id, { ...before, ...part })
    const oldest = companies.keys().next().value
    if (companies.size > RECENT_COMPANY_LIMIT && oldest !== undefined) companies.delete(oldest)
  }

  return {
    saveDetail: (value: CompanyDetail, summary: CompanySummary) =>
      save(value.id, { detail: { value, savedAt: now() }, summary }),
    saveBusinessInfo: (value: BusinessInfo) => save(value.id, { businessInfo: { value, savedAt: now() } }),
    find: (id: string): RecentCompany | null => companies.get(id) ?? null,
    /** Companies whose detail was loaded, newest first. */
    listSummaries: (): CompanySummary[] =>
      [...companies.values()].flatMap(({ summary }) => (summary === null ? [] : [summary])).reverse(),
    clear: () => companies.clear(),
  }
}

export const recentCompanies = createRecentCompanies()
