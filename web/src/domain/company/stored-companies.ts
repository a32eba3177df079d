import {
  type BusinessInfo,
  businessInfoSchema,
  type CompanyDetail,
  companyDetailSchema,
} from '@baiqicha/contract/company-detail'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import * as z from 'zod/mini'
import {
  type createRecentCompanies,
  RECENT_COMPANY_LIMIT,
  recentCompanies,
  STORED_COMPANIES,
} from './recent-companies.ts'

/** Year of a date as the company page shows it: 2021 of 2021 年年报. */
const yearOf = (office: { datedBy: string | null } | null) => office?.datedBy?.replace(/^(\d{4}).*/, '$1') ?? null

/** List row of a company from its detail. */
export function summaryOfDetail(detail: CompanyDetail): CompanySummary {
  const { leadingOfficer, registeredCapital, listings } = detail
  const legalRepresentative = leadingOfficer === null ? detail.legalRepresentative : null
  const listing = listings[0]
  return {
    id: detail.id,
    name: detail.name,
    logo: detail.logo,
    logoText: detail.logoText,
    briefName: detail.briefName,
    status: detail.status,
    formerNames: detail.formerNames.map((name) => ({ name, english: null, traditional: null })),
    businessType: detail.businessType,
    jointStockType: detail.jointStockType,
    isDishonestDebtor: detail.isDishonestDebtor,
    isJudgmentDebtor: detail.isJudgmentDebtor,
    isConsumptionRestricted: detail.isConsumptionRestricted,
    legalRepresentative: legalRepresentative?.name ?? null,
    legalRepresentativeYear: yearOf(legalRepresentative),
    leadingOfficer: leadingOfficer && { ...leadingOfficer, year: yearOf(leadingOfficer) },
    registeredCapital:
      registeredCapital === null ? null : { amount: registeredCapital.value, unit: registeredCapital.unit },
    foundedOn: detail.foundedOn,
    creditCode: detail.creditCode,
    region: detail.region,
    industry: null,
    listing: listing === undefined ? null : { code: listing.code, board: listing.board },
    // The page of the company reads its entries itself.
    listEntry: null,
    isDemo: detail.isDemo,
  }
}

/** What is older is not shown: the time of a stored page names no year. Milliseconds. */
const KEPT_MS = 30 * 86_400_000

const storedDetail = z.object({ savedAt: z.number(), value: companyDetailSchema })
const storedInfo = z.object({ savedAt: z.number(), value: businessInfoSchema })

const addressOf = (part: 'detail' | 'businessInfo', id: string) => `/${part}/${encodeURIComponent(id)}`

/** Without https there is no storage of this kind, and a browser may refuse it: the app works without it. */
async function withStorage(act: (storage: Cache) => Promise<void>): Promise<void> {
  try {
    await act(await caches.open(STORED_COMPANIES))
  } catch {
    // Nothing is stored.
  }
}

const isFresh = (savedAt: number) => Date.now() - savedAt < KEPT_MS

/** What the browser keeps of the companies in `recent`. */
export function createStoredCompanies(recent: ReturnType<typeof createRecentCompanies>) {
  async function store(part: 'detail' | 'businessInfo', value: CompanyDetail | BusinessInfo) {
    // The session may have ended since.
    if (recent.find(value.id)?.[part]?.value !== value) return
    const text = JSON.stringify({ savedAt: Date.now(), value })
    await withStorage(async (storage) => {
      await storage.put(addressOf(part, value.id), new Response(text))
      // The oldest first. Each company has at most two parts.
      const requests = (await storage.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/${part}/`))
      await Promise.all(requests.slice(0, -RECENT_COMPANY_LIMIT).map((request) => storage.delete(request)))
    })
  }

  function restoreDetail(stored: unknown) {
    const { success, data } = z.safeParse(storedDetail, stored)
    if (!success || !isFresh(data.savedAt) || recent.find(data.value.id)?.detail != null) return
    recent.saveDetail(data.value, summaryOfDetail(data.value), data.savedAt)
  }

  function restoreInfo(stored: unknown) {
    const { success, data } = z.safeParse(storedInfo, stored)
    if (!success || !isFresh(data.savedAt) || recent.find(data.value.id)?.businessInfo != null) return
    recent.saveBusinessInfo(data.value, data.savedAt)
  }

  let restoring: Promise<void> | null = null
  return {
    storeDetail: (detail: CompanyDetail) => store('detail', detail),
    storeBusinessInfo: (info: BusinessInfo) => store('businessInfo', info),
    /** Reads the companies that were viewed before the page was opened, once. */
    restore: (): Promise<void> => {
      restoring ??= withStorage(async (storage) => {
        for (const request of await storage.keys()) {
          const stored: unknown = await (await storage.match(request))?.json()
          if (new URL(request.url).pathname.startsWith('/detail/')) restoreDetail(stored)
          else restoreInfo(stored)
        }
      })
      return restoring
    },
  }
}

export const storedCompanies = createStoredCompanies(recentCompanies)
