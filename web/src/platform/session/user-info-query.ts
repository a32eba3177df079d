import { useQuery } from '@tanstack/react-query'
import { reloadUserInfo } from './session-actions.ts'
import { useSession } from './session-store.ts'

/**
 * Loads the user info at most once a minute and stores it in the session, which all pages read. The caller shows a
 * failure.
 */
export function useUserInfoQuery({ enabled = true }: { enabled?: boolean } = {}) {
  const { isLoggedIn } = useSession()
  return useQuery({ queryKey: ['userDetail'], queryFn: reloadUserInfo, enabled: enabled && isLoggedIn })
}
