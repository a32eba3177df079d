import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { Handlers } from '../../platform/http/handler.ts'

const HOME_ROWS = 10

type ListNewest = (page: { offset: number; limit: number }) => Promise<CompanySummary[]>

/** 最新注册企业. The home page shows the first rows of the list's first page. */
export const newestCompaniesHandlers = (
  listNewest: ListNewest,
): Handlers<'recentRegisterList' | 'recentRegisterDetail'> => ({
  recentRegisterList: () => listNewest({ offset: 0, limit: HOME_ROWS }),
  recentRegisterDetail: ({ input }) => listNewest({ offset: (input.page - 1) * input.pageSize, limit: input.pageSize }),
})
