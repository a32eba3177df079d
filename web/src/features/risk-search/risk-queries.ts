import { recordRoutes } from '@baiqicha/contract/routes/record'
import { useInfiniteQuery } from '@tanstack/react-query'
import { REBUILDING_MS } from '../../domain/search/index-rebuilding.tsx'
import type { RiskSearchParams } from '../../domain/search/risk-search-path.ts'
import { nextPageOf } from '../../lib/list-pages.ts'
import { callApi } from '../../platform/api/client.ts'

/** Companies that match a keyword, with risk counters. Never shows rows of another keyword or kind while loading. */
export function useRiskSearchQuery({ keyword, kind }: RiskSearchParams, isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['riskSearch', keyword, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      callApi(recordRoutes.riskSearch, { keyword, kind, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPageOf,
    enabled: isEnabled && keyword !== '',
    refetchInterval: ({ state }) => (state.data?.pages[0]?.partial === true ? REBUILDING_MS : false),
  })
}
