import { parsePath } from 'react-router'
import { type Navigate, useNavigate } from '../../lib/router/router.tsx'
import { isLoggedIn } from '../session/session-store.ts'
import { tryMiniProgramLogin } from './mini-program.ts'
import { usePageLocation } from './page-location.tsx'
import { findPage, LOGIN_PATH } from './pages.ts'
import { readSavedRoute, saveRoute } from './saved-route.ts'

/**
 * true for someone logged in. A visitor is sent to the mini-program's login, otherwise to ours, and comes back to
 * `target` (path with query) afterwards.
 */
function requireLogin(navigate: Navigate, target: string): boolean {
  if (isLoggedIn()) return true
  if (tryMiniProgramLogin()) return false
  const { pathname = '', search = '' } = parsePath(target)
  // From a tab of the shell, what an ended session interrupted is the better place to come back to.
  const isTab = findPage(pathname)?.tab !== undefined
  if (!isTab || readSavedRoute() === null) saveRoute({ pathname, search })
  void navigate(LOGIN_PATH)
  return false
}

/** `requireLogin` for the page that asks: without a target the reader comes back to it. */
export function useRequireLogin(): (target?: string) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = usePageLocation()
  return (target) => requireLogin(navigate, target ?? pathname + search)
}
