import type { CompanySummary, ViewedCompany } from '@baiqicha/contract/company-summary'
import { type Handlers, noData } from '../../platform/http/handler.ts'
import type { SearchHistoryRepository, ViewHistoryRepository } from './history.repository.ts'

type HistoryDeps = {
  searches: SearchHistoryRepository
  views: ViewHistoryRepository
  /** In the order of the ids; unknown ids are left out. */
  listSummaries: (ids: readonly string[]) => Promise<CompanySummary[]>
}

const HOME_ROWS = 10

export function historyHandlers({ searches, views, listSummaries }: HistoryDeps) {
  async function listViewed(userId: string, page: { offset: number; limit: number }): Promise<ViewedCompany[]> {
    const viewRows = await views.list(userId, page)
    const companies = await listSummaries(viewRows.map((view) => view.companyId))
    const byId = new Map(companies.map((company) => [company.id, company]))
    // Companies that have been deleted are left out.
    return viewRows.flatMap((view) => {
      const company = byId.get(view.companyId)
      return company === undefined ? [] : [{ ...company, viewedAt: new Date(view.viewedAt).toISOString() }]
    })
  }

  return {
    recentBrowseList: ({ session }) => listViewed(session.userId, { offset: 0, limit: HOME_ROWS }),

    recentBrowseDetail: ({ session, input }) =>
      listViewed(session.userId, { offset: (input.page - 1) * input.pageSize, limit: input.pageSize }),

    async historyCounts({ session: { userId } }) {
      const [viewed, searched] = await Promise.all([views.countBy(userId), searches.countBy(userId)])
      return { viewed, searched }
    },

    searchHistory: async ({ session }) => ({ viewHistoryList: await searches.list(session.userId) }),

    saveSearchHistory: ({ session, input }) => noData(searches.save(session.userId, input.companyName)),

    deleteViewHistory: ({ session, input }) => noData(views.remove(session.userId, input.companyId)),

    deleteSearchHistory: ({ session, input }) => noData(searches.remove(session.userId, input.id)),

    deleteAllViewHistory: ({ session }) => noData(views.removeAll(session.userId)),

    deleteAllSearchHistory: ({ session }) => noData(searches.removeAll(session.userId)),
  } satisfies Partial<Handlers>
}
