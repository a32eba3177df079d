import { parsePath } from 'react-router'
import { type Navigate, useNavigate } from '../../lib/router/router.tsx'
import { isLoggedIn } from '../session/session-store.ts'
import { tryMiniProgramLogin } from '../wechat/mini-program.ts'
import { usePageLocation } from './page.tsx'
import { findPage, LOGIN_PATH } from './pages.ts'
import { readSavedRoute, saveRoute } from './saved-route.ts'

type LoginOptions = {
  /** The login page replaces the current history entry. */
  replace?: boolean
}

/**
 * Returns true with a session. Otherwise opens the login of the mini-program or of the app, which returns to `target`
 * (path with query).
 */
function requireLogin(navigate: Navigate, target: string, { replace = false }: LoginOptions): boolean {
  const { pathname = '', search = '' } = parsePath(target)
  if (isLoggedIn()) return true
  // On a tab of the shell, the page that the end of the session interrupted is the better target.
  const isTab = findPage(pathname)?.tab !== undefined
  if (!isTab || readSavedRoute() === null) saveRoute({ pathname, search })
  const { href } = window.location
  // The mini-program may take a second to refuse, and the visitor may have left the page by then.
  const openLogin = () => {
    if (window.location.href === href) void navigate(LOGIN_PATH, { replace })
  }
  if (!tryMiniProgramLogin(target, openLogin)) openLogin()
  return false
}

/** `requireLogin` for the current page, which is the default target. */
export function useRequireLogin(): (target?: string, options?: LoginOptions) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = usePageLocation()
  return (target, options = {}) => requireLogin(navigate, target ?? pathname + search, options)
}
