import type { BusinessInfo, CompanyDetail } from '@baiqicha/contract/company-detail'

/** How many viewed companies stay readable while the page is open. */
export const RECENT_COMPANY_LIMIT = 30

/** An answer as it was read, with the moment it was read. */
export type Saved<T> = { value: T; savedAt: number }
export type RecentCompany = {
  id: string
  detail: Saved<CompanyDetail> | null
  businessInfo: Saved<BusinessInfo> | null
}

/**
 * Answers of the companies viewed last, in memory only, so that they stay readable when the server is not. They are
 * forgotten when somebody else takes the session's place (app/start).
 */
export function createRecentCompanies({ now = Date.now }: { now?: () => number } = {}) {
  const kept = new Map<string, RecentCompany>()

  function keep(id: string, part: Partial<Omit<RecentCompany, 'id'>>) {
    const before = kept.get(id) ?? { id, detail: null, businessInfo: null }
    kept.delete(id)
    kept.set(id, { ...before, ...part })
    const oldest = kept.keys().next().value
    if (kept.size > RECENT_COMPANY_LIMIT && oldest !== undefined) kept.delete(oldest)
  }

  return {
    rememberDetail: (value: CompanyDetail) => keep(value.id, { detail: { value, savedAt: now() } }),
    rememberBusinessInfo: (value: BusinessInfo) => keep(value.id, { businessInfo: { value, savedAt: now() } }),
    recall: (id: string): RecentCompany | null => kept.get(id) ?? null,
    /** Those whose page was read, newest first. */
    listDetails: (): Saved<CompanyDetail>[] =>
      [...kept.values()].flatMap(({ detail }) => (detail === null ? [] : [detail])).reverse(),
    forget: () => kept.clear(),
  }
}

export const recentCompanies = createRecentCompanies()
