import type { Coverage, FilterOptions } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { RecentListings } from '@baiqicha/contract/home'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { orNotFound, Refusal } from '../../platform/http/refusal.ts'
import { takeOrRefuse } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { refuseIfUnavailable } from '../../search/company-search.ts'
import type { CompanyRepository } from './company.repository.ts'
import type { CompanySearchService } from './company-search.service.ts'
import type { InclusionRequestRepository } from './inclusion-request.repository.ts'
import type { RiskSearchService } from './risk-search.service.ts'

type CompanyDeps = {
  companies: Pick<CompanyRepository, 'findDetail' | 'findBusinessInfo'>
  coverage: () => Promise<Coverage>
  searches: CompanySearchService
  riskSearches: RiskSearchService
  filterOptions: FilterOptions
  views: {
    record(userId: string | null, companyId: string): void
    countOf(companyId: string): Promise<number>
  }
  inclusions: Pick<InclusionRequestRepository, 'add'>
  limiter: Limiter
}

/** @throws Refusal when the keyword has nothing to search for. */
async function orKeywordEmpty<T>(searched: Promise<T | null>): Promise<T> {
  const found = await refuseIfUnavailable(searched)
  if (found !== null) return found
  throw new Refusal({ code: resultCode.keywordEmpty, message: '请输入企业名称、简称、代码或拼音' })
}

export function companyHandlers({
  companies,
  coverage,
  searches,
  riskSearches,
  filterOptions,
  views,
  inclusions,
  limiter,
}: CompanyDeps) {
  return {
    companySearch: ({ input }) => orKeywordEmpty(searches.search(input)),

    companySuggest: ({ input, session }) =>
      orKeywordEmpty(searches.suggest(input.keyword, { isVisitor: session === null })),

    riskSearch: ({ input }) => orKeywordEmpty(riskSearches.search(input)),

    filterOptions: async () => filterOptions,

    coverage: () => coverage(),

    async requestInclusion({ session, input }) {
      await takeOrRefuse(limiter, [{ limit: 'inclusionsPerUser', subject: session.userId }])
      return { requests: await inclusions.add(session.userId, input.keyword) }
    },

    async companyDetail({ input, session }) {
      const detail = orNotFound(await companies.findDetail(input.id))
      // What a script opens is no history of the user.
      views.record(session?.isApiKey ? null : (session?.userId ?? null), detail.id)
      return { ...detail, viewCount: await views.countOf(detail.id) }
    },

    businessInfo: async ({ input }) => orNotFound(await companies.findBusinessInfo(input.id)),
  } satisfies Partial<Handlers>
}

const HOME_ROWS = 10

type NewestDeps = {
  listNewest: (page: { offset: number; limit: number }) => Promise<CompanySummary[]>
  listRecentListings: (limit: number) => Promise<RecentListings>
}

/** 最新注册企业, of which the home page shows the first rows of the list's first page, and 最近上市. */
export const newestCompaniesHandlers = ({ listNewest, listRecentListings }: NewestDeps) =>
  ({
    recentRegisterList: () => listNewest({ offset: 0, limit: HOME_ROWS }),
    recentRegisterDetail: ({ input }) =>
      listNewest({ offset: (input.page - 1) * input.pageSize, limit: input.pageSize }),
    recentListingList: () => listRecentListings(HOME_ROWS),
  }) satisfies Partial<Handlers>
