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

type Kept = RecentCompany & { viewer: string | null }

/**
 * Answers of the companies viewed last, in memory only. A company's facts are public, so anyone may recall one by its
 * id; who looked at which is not, so the list holds what this viewer read (null: not logged in).
 */
export function createRecentCompanies({ now = Date.now }: { now?: () => number } = {}) {
  const kept = new Map<string, Kept>()

  function keep(id: string, viewer: string | null, part: Partial<Pick<Kept, 'detail' | 'businessInfo'>>) {
    const before = kept.get(id) ?? { id, viewer, detail: null, businessInfo: null }
    kept.delete(id)
    kept.set(id, { ...before, ...part, viewer })
    const oldest = kept.keys().next().value
    if (kept.size > RECENT_COMPANY_LIMIT && oldest !== undefined) kept.delete(oldest)
  }

  return {
    rememberDetail: (value: CompanyDetail, viewer: string | null) =>
      keep(value.id, viewer, { detail: { value, savedAt: now() } }),
    rememberBusinessInfo: (value: BusinessInfo, viewer: string | null) =>
      keep(value.id, viewer, { businessInfo: { value, savedAt: now() } }),
    recall: (id: string): RecentCompany | null => kept.get(id) ?? null,
    /** Newest first. */
    list: (viewer: string | null): RecentCompany[] => [...kept.values()].filter((c) => c.viewer === viewer).reverse(),
    forget: () => kept.clear(),
  }
}

export const recentCompanies = createRecentCompanies()
