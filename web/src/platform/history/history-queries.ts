import { historyRoutes } from '@baiqicha/contract/routes/history'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '../api/client.ts'
import { logWarning } from '../log/log.ts'
import { useSession } from '../session/session-store.ts'

/** Search history of the user, newest first. Disabled for visitors; a failure is only logged (SPEC §8). */
export function useSearchHistoryQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    queryKey: ['searchHistory'],
    enabled: isLoggedIn,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      try {
        const { viewHistoryList } = await callApi(
          historyRoutes.searchHistory,
          { type: 'search' },
          { signal, silent: true },
        )
        return viewHistoryList
      } catch (error) {
        if (!signal.aborted) logWarning('search history was not read', error)
        throw error
      }
    },
  })
}

/** The ten companies viewed last, newest first. Disabled for visitors. */
export function useRecentBrowseQuery() {
  const { isLoggedIn } = useSession()
  return useQuery({
    ...apiQuery(['recentBrowseList'], historyRoutes.recentBrowseList, {}),
    enabled: isLoggedIn,
    staleTime: 0,
  })
}
