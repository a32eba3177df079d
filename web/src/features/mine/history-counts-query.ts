import { historyRoutes } from '@baiqicha/contract/routes/history'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { useSession } from '../../platform/session/session-store.ts'

/** Numbers of viewed companies and of searches. Disabled for visitors. */
export function useHistoryCountsQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    queryKey: ['historyCounts'],
    enabled: isLoggedIn,
    staleTime: 0,
    queryFn: ({ signal }) => callApi(historyRoutes.historyCounts, {}, { signal, silent: true }),
  })
}
