import type { Coverage, FilterOptions } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { RecentListings } from '@baiqicha/contract/home'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { refuseIfUnavailable } from '../../search/search-refusal.ts'
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

type CompanyKeys =
  | 'companySearch'
  | 'companySuggest'
  | 'riskSearch'
  | 'filterOptions'
  | 'requestInclusion'
  | 'coverage'
  | 'companyDetail'
  | 'businessInfo'

/** @throws Refusal when the value is null. */
function orRefuse<T>(value: T | null, refusal: () => Refusal): T {
  if (value === null) throw refusal()
  return value
}

const keywordEmpty = () => new Refusal({ code: resultCode.keywordEmpty, message: '请输入企业名称、简称、代码或拼音' })
const notFound = () => new Refusal({ code: resultCode.notFound, message: '未找到该企业' })

export function companyHandlers({
  companies,
  coverage,
  searches,
  riskSearches,
  filterOptions,
  views,
  inclusions,
  limiter,
}: CompanyDeps): Handlers<CompanyKeys> {
  return {
    companySearch: async ({ input }) => orRefuse(await refuseIfUnavailable(searches.search(input)), keywordEmpty),

    companySuggest: async ({ input, session }) =>
      orRefuse(
        await refuseIfUnavailable(searches.suggest(input.keyword, { isVisitor: session === null })),
        keywordEmpty,
      ),

    riskSearch: async ({ input }) => orRefuse(await refuseIfUnavailable(riskSearches.search(input)), keywordEmpty),

    filterOptions: async () => filterOptions,

    coverage: () => coverage(),

    async requestInclusion({ session, input }) {
      const taken = await limiter.take([{ limit: 'inclusionsPerUser', subject: session.userId }])
      if (!taken.ok) throw limitRefusal(taken.error)
      return { requests: await inclusions.add(session.userId, input.keyword) }
    },

    async companyDetail({ input, session }) {
      const detail = orRefuse(await companies.findDetail(input.id), notFound)
      // What a script opens is no history of the user.
      views.record(session?.isApiKey ? null : (session?.userId ?? null), detail.id)
      return { ...detail, viewCount: await views.countOf(detail.id) }
    },

    businessInfo: async ({ input }) => orRefuse(await companies.findBusinessInfo(input.id), notFound),
  }
}

const HOME_ROWS = 10

type NewestDeps = {
  listNewest: (page: { offset: number; limit: number }) => Promise<CompanySummary[]>
  listRecentListings: (limit: number) => Promise<RecentListings>
}

/** 最新注册企业, of which the home page shows the first rows of the list's first page, and 最近上市. */
export const newestCompaniesHandlers = ({
  listNewest,
  listRecentListings,
}: NewestDeps): Handlers<'recentRegisterList' | 'recentRegisterDetail' | 'recentListingList'> => ({
  recentRegisterList: () => listNewest({ offset: 0, limit: HOME_ROWS }),
  recentRegisterDetail: ({ input }) => listNewest({ offset: (input.page - 1) * input.pageSize, limit: input.pageSize }),
  recentListingList: () => listRecentListings(HOME_ROWS),
})
