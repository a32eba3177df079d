import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { RecentListings } from '@baiqicha/contract/home'
import type { Handlers } from '../../platform/http/handler.ts'

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
