import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { companyRoutes } from '@baiqicha/contract/routes/company'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { REBUILDING_MS } from '../../domain/search/search-notices.tsx'
import { apiPages } from '../../platform/api/api-pages.ts'
import { apiQuery, callApi } from '../../platform/api/client.ts'
import { isSearchable, type SearchParams, toSearchInput } from './search-params.ts'

/** Cache time of a visit's rows, for the user to come back from a company. */
const VISIT_MS = 1_800_000

/**
 * Rows of a search, page by page. While changed conditions load, rows of the same keyword stay, but never rows of
 * another one. A visit never refetches: on the way back a long list would request each of its pages again.
 */
export function useCompanySearchQuery(
  params: SearchParams,
  { visit, isEnabled }: { visit: string; isEnabled: boolean },
) {
  const input = toSearchInput(params)
  return useInfiniteQuery({
    ...apiPages(
      ['companySearch', params.keyword, input, visit],
      companyRoutes.companySearch,
      (page) => ({ ...input, page }),
      { silent: false },
    ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
    enabled: isEnabled && isSearchable(params),
    placeholderData: (previous, query) => (query?.queryKey[1] === params.keyword ? previous : undefined),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.partial === true ? REBUILDING_MS : false),
  })
}

/** Number of matches of a draft of the filters. */
export function useMatchCountQuery(params: SearchParams, isEnabled: boolean) {
  // The count does not depend on the order, and sorting many rows is slow.
  const input = toSearchInput({ ...params, sort: 'relevance' })
  return useQuery({
    ...apiQuery(['companySearchCount', params.keyword, input], companyRoutes.companySearch, { ...input, pageSize: 1 }),
    select: ({ total, totalCapped }) => ({ total, totalCapped }),
    enabled: isEnabled && isSearchable(params),
    placeholderData: keepPreviousData,
  })
}

/** Example companies of the operator, for an empty result. The response is the one that Home shows. */
export const useExamplesQuery = () =>
  useQuery({ ...apiQuery(['homeConfig'], homeRoutes.homeConfig, {}), select: ({ examples }) => examples })

/** 申请收录: records that a keyword found no company. A user counts once per keyword. */
export function useInclusionRequest() {
  return useMutation({
    mutationFn: (keyword: string) =>
      callApi(companyRoutes.requestInclusion, { keyword: keyword.slice(0, KEYWORD_LIMIT) }, { silent: true }),
  })
}
