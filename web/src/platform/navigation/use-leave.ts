import { useNavigate } from '../../lib/router/router.tsx'
import { logout } from '../session/session-actions.ts'

/**
 * Opens a page that visitors may see, then logs out. In this order, because without a session the current page might
 * redirect to login.
 */
export function useLeave(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  return async (path) => {
    await navigate(path, { replace: true, flushSync: true })
    await logout()
  }
}
