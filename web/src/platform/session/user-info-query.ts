import { type QueryClient, useQuery } from '@tanstack/react-query'
import { reloadUserInfo } from './session-actions.ts'
import { useSession } from './session-store.ts'

const query = { queryKey: ['userDetail'], queryFn: reloadUserInfo }

/** Loads the user info now, once for all concurrent callers. */
export const loadUserInfo = (queries: QueryClient) => queries.prefetchQuery({ ...query, staleTime: 0 })

/**
 * Loads the user info at most once a minute and stores it in the session, which all pages read. The caller shows a
 * failure.
 */
export function useUserInfoQuery({ enabled = true }: { enabled?: boolean } = {}) {
  const { isLoggedIn } = useSession()
  return useQuery({ ...query, enabled: enabled && isLoggedIn })
}
