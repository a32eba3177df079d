import { useNavigate } from '../../lib/router/router.tsx'
import { logout } from '../session/session-actions.ts'

/**
 * Logs out on a page that is open to visitors. That page comes first: the one that stands might ask for a login as
 * soon as it sees a visitor.
 */
export function useLeave(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  return async (path) => {
    await navigate(path, { replace: true, flushSync: true })
    await logout()
  }
}
