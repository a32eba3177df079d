import { historyRoutes } from '@baiqicha/contract/routes/history'
import { useQuery } from '@tanstack/react-query'
import { parsePath } from 'react-router'
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

const RESULT_PATH = '/search/result'

/** Saves the search of a result URL in the background; ignores other URLs and failures. */
export function recordSearchOf(address: string) {
  const { pathname, search } = parsePath(address)
  const companyName = new URLSearchParams(search).get('keyword')?.trim() ?? ''
  if (pathname !== RESULT_PATH || companyName === '') return
  callApi(historyRoutes.saveSearchHistory, { companyName }, { silent: true, isBackground: true }).catch(
    (error: unknown) => logWarning('search was not saved', error),
  )
}
