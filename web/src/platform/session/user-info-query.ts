import { useQuery } from '@tanstack/react-query'
import { reloadUserInfo } from './session-actions.ts'
import { useSession } from './session-store.ts'

/**
 * Asks who is logged in, at most once a minute, and keeps the answer in the session, where every page reads it.
 * Whoever shows it tells a failure.
 */
export function useUserInfoQuery({ enabled = true }: { enabled?: boolean } = {}) {
  const { isLoggedIn } = useSession()
  return useQuery({ queryKey: ['userDetail'], queryFn: reloadUserInfo, enabled: enabled && isLoggedIn })
}
