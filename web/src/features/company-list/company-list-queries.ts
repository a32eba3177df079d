import type { CompanySummary, ViewedCompany } from '@baiqicha/contract/company-summary'
import { PAGE_LIMIT, PAGE_SIZE_LIMIT } from '@baiqicha/contract/envelope'
import { historyRoutes } from '@baiqicha/contract/routes/history'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

const RECENT_KEY = ['recentBrowseDetail'] as const

/** The lists have no total: a page less than half full is the last. A full one may lack rows that cannot be read. */
const nextPage = (last: readonly unknown[], pages: readonly unknown[]) =>
  last.length * 2 >= PAGE_SIZE_LIMIT && pages.length < PAGE_LIMIT ? pages.length + 1 : undefined

/** 最新注册企业: newest founding date first. */
export function useLatestQuery(isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['recentRegisterDetail'],
    queryFn: ({ pageParam, signal }): Promise<CompanySummary[]> =>
      callApi(homeRoutes.recentRegisterDetail, { page: pageParam, pageSize: PAGE_SIZE_LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: isEnabled,
  })
}

/** 最近浏览 of the user, newest first. */
export function useRecentQuery(isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: RECENT_KEY,
    queryFn: ({ pageParam, signal }) =>
      callApi(historyRoutes.recentBrowseDetail, { page: pageParam, pageSize: PAGE_SIZE_LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: isEnabled,
    staleTime: 0,
  })
}

type RecentData = InfiniteData<ViewedCompany[], number>

/** Deletes one company from 最近浏览. The row disappears when the server has confirmed. */
export function useDeleteView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (companyId: string) => callApi(historyRoutes.deleteViewHistory, { companyId }),
    onSuccess: async (_done, companyId) => {
      client.setQueryData<RecentData>(RECENT_KEY, (data) =>
        data === undefined
          ? data
          : { ...data, pages: data.pages.map((page) => page.filter((company) => company.id !== companyId)) },
      )
      // The deletion moves the later rows up by one, so that all pages must be reloaded.
      await client.invalidateQueries({ queryKey: RECENT_KEY })
      await client.invalidateQueries({ queryKey: ['recentBrowseList'] })
    },
  })
}

export function useDeleteAllViews() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(historyRoutes.deleteAllViewHistory, {}),
    onSuccess: () => {
      client.setQueryData<RecentData>(RECENT_KEY, { pages: [[]], pageParams: [1] })
      client.setQueryData(['recentBrowseList'], [])
    },
  })
}
