import { companyRoutes } from '@baiqicha/contract/routes/company'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PREPARING_MS } from '../../domain/index-preparing.tsx'
import { pageAfter } from '../../lib/list-pages.ts'
import { callApi } from '../../platform/api/client.ts'
import { type SearchParams, toSearchInput } from './search-params.ts'

/** How long a visit's rows wait for the reader to come back from a company. */
const VISIT_MS = 1_800_000

/**
 * The rows of a search, page by page. While a changed condition is answered, the rows of the same keyword stay;
 * those of another keyword never do. One visit keeps what it read: bringing a long list up to date on the way back
 * would ask for each of its pages again.
 */
export function useCompanySearchQuery(
  params: SearchParams,
  { visit, isEnabled }: { visit: string; isEnabled: boolean },
) {
  const input = toSearchInput(params)
  return useInfiniteQuery({
    queryKey: ['companySearch', params.keyword, input, visit],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
    queryFn: ({ pageParam, signal }) => callApi(companyRoutes.companySearch, { ...input, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    enabled: isEnabled && params.keyword !== '',
    placeholderData: (previous, query) => (query?.queryKey[1] === params.keyword ? previous : undefined),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.partial === true ? PREPARING_MS : false),
  })
}

/** How many companies a choice of conditions would leave, asked while the reader is still choosing. */
export function useMatchCountQuery(params: SearchParams, isEnabled: boolean) {
  // How many there are does not depend on their order, and putting many in order takes time.
  const input = toSearchInput({ ...params, sort: 'relevance' })
  return useQuery({
    queryKey: ['companySearchCount', params.keyword, input],
    queryFn: async ({ signal }) => {
      const { total, totalCapped } = await callApi(
        companyRoutes.companySearch,
        { ...input, pageSize: 1 },
        { signal, silent: true },
      )
      return { total, totalCapped }
    },
    enabled: isEnabled && params.keyword !== '',
    placeholderData: keepPreviousData,
  })
}

const HOUR_MS = 3_600_000

/** Regions and industries to choose from; they change with an import, not while a page is open. */
export function useFilterOptionsQuery() {
  return useQuery({
    queryKey: ['filterOptions'],
    queryFn: ({ signal }) => callApi(companyRoutes.filterOptions, {}, { signal, silent: true }),
    staleTime: HOUR_MS,
  })
}

/** What the store holds. Asked only where nothing was found. */
export function useCoverageQuery() {
  return useQuery({
    queryKey: ['coverage'],
    queryFn: ({ signal }) => callApi(companyRoutes.coverage, {}, { signal, silent: true }),
  })
}
