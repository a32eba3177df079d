import { useNavigate } from '../../lib/router/router.tsx'
import { logout } from '../session/session-actions.ts'

/**
 * Logs out and opens a public page. Opens that page first: the current one could redirect to login as soon as the
 * session ends.
 */
export function useLeave(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  return async (path) => {
    await navigate(path, { replace: true, flushSync: true })
    await logout()
  }
}
