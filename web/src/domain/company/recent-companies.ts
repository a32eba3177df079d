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

/** Name of the storage of the browser that has the same companies (stored-companies.ts). */
export const STORED_COMPANIES = 'viewed-companies'

function forgetStored() {
  if ('caches' in globalThis) caches.delete(STORED_COMPANIES).catch(() => {})
}

/**
 * Cache of the responses of the companies viewed last, so that they stay readable when the server is unreachable. Cleared
 * with what the browser stores of them when the session ends (app/start).
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
    saveDetail: (value: CompanyDetail, summary: CompanySummary, savedAt = now()) =>
      save(value.id, { detail: { value, savedAt }, summary }),
    saveBusinessInfo: (value: BusinessInfo, savedAt = now()) => save(value.id, { businessInfo: { value, savedAt } }),
    find: (id: string): RecentCompany | null => companies.get(id) ?? null,
    /** Companies whose detail was loaded, newest first. */
    listSummaries: (): CompanySummary[] =>
      [...companies.values()].flatMap(({ summary }) => (summary === null ? [] : [summary])).reverse(),
    clear: () => {
      companies.clear()
      forgetStored()
    },
  }
}

export const recentCompanies = createRecentCompanies()

export type ViewedQuery = { data?: readonly CompanySummary[] | undefined; isPending: boolean }

/**
 * Companies viewed last, newest first. Without `viewed`, as for a visitor, and after a failed request, those of this
 * visit, which are in memory.
 */
export const listViewedCompanies = (viewed: ViewedQuery | null): readonly CompanySummary[] =>
  viewed?.data ?? recentCompanies.listSummaries()
