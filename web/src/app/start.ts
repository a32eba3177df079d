import { onUnreadableFormerNames } from '@baiqicha/contract/company-summary'
import type { QueryClient } from '@tanstack/react-query'
import { recentCompanies } from '../domain/company/recent-companies.ts'
import type { Router } from '../lib/router/create-router.ts'
import { connectApi } from '../platform/api/client.ts'
import { saveChannel } from '../platform/device/channel.ts'
import { createTicketExchange, type ExternalLogins, logInWithTicket } from '../platform/external-login/ticket-login.ts'
import { logWarning } from '../platform/log/log.ts'
import { useCachedViews } from '../platform/navigation/cached-views.ts'
import { HOME_PATH, LOGIN_PATH, matchPage, noteVisit } from '../platform/navigation/pages.ts'
import { createRedirectHandler, goToLogin } from '../platform/navigation/redirect-handler.ts'
import { saveRoute } from '../platform/navigation/saved-route.ts'
import { isLoggingOut, loadUserInfo, reloadUserInfo } from '../platform/session/session-actions.ts'
import {
  clearSession,
  followOtherTabs,
  isLoggedIn,
  onSessionEnd,
  readToken,
  useSessionStore,
} from '../platform/session/session-store.ts'
import { tryMiniProgramLogin } from '../platform/wechat/mini-program.ts'
import { closeOverlays } from '../ui/overlay-registry.ts'
import { leaveToast, showToast } from '../ui/toast.tsx'
import { reloadOnPreloadError } from './reload-app.ts'

type App = {
  router: Router
  queryClient: QueryClient
  /** Created before the router. */
  externalLogins: ExternalLogins
}

/** Runs before the page renders, which may show the title of the page before. */
const note = (pathname: string) => noteVisit(matchPage(pathname)?.title ?? null)

function followNavigation(router: Router): () => void {
  let key = router.state.location.key
  saveChannel(window.location.search, router.state.location.search)
  note(router.state.location.pathname)
  return router.subscribe(({ location }) => {
    if (location.key === key) return
    key = location.key
    saveChannel(location.search)
    note(location.pathname)
    closeOverlays()
    leaveToast()
  })
}

/** Clears all data of a user, so that the next user does not see it. */
function forgetViewer({ queryClient }: App) {
  queryClient.clear()
  useCachedViews.getState().clear()
  recentCompanies.clear()
  closeOverlays()
}

/** Connects the parts of the app. Returns the function that disconnects them. */
export function startApp(app: App): () => void {
  const { router, externalLogins } = app
  const goTo = (place: 'login' | 'home') =>
    router.navigate(place === 'login' ? LOGIN_PATH : HOME_PATH, { replace: true, flushSync: true })
  const steps = {
    tryMiniProgramLogin() {
      const { pathname, search } = router.state.location
      return tryMiniProgramLogin(pathname + search, () => void goTo('login'))
    },
    saveRoute: () => saveRoute(router.state.location),
    goTo,
  }
  const redirectToLogin = createRedirectHandler({ isLoggedIn, reloadUserInfo, clearSession, ...steps })
  const leadToLogin = () => goToLogin(steps)
  const exchange = createTicketExchange({
    onLogin: ({ phoneMasked }) => showToast(`已登录 ${phoneMasked}`, { icon: 'check', isForNextPage: true }),
    onRefused: leadToLogin,
  })
  connectApi({
    readToken,
    exchangePendingTicket: exchange.exchangePending,
    showFailure: (sentence) => showToast(sentence, { icon: 'alert' }),
    onNoSession() {
      // A logout leaves the page by itself; other calls can be refused while it waits for its answer.
      if (!isLoggingOut()) void redirectToLogin()
    },
    onLocked() {
      // Stored by the first of these answers, the lock opens its dialog.
      if (!useSessionStore.getState().userInfo?.lock) void loadUserInfo(app.queryClient)
    },
  })
  onUnreadableFormerNames(() => logWarning('former names cannot be read'))
  const stops = [
    followNavigation(router),
    router.start(),
    followOtherTabs(),
    onSessionEnd(() => forgetViewer(app)),
    reloadOnPreloadError(),
    externalLogins.connect((login) => {
      void logInWithTicket(login, {
        exchange,
        goToLogin: leadToLogin,
        showMessage: (sentence) => showToast(sentence, { icon: 'alert' }),
      })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * The style sheet of the first load stands behind the static shell, in the body: there it would override the sheets of the
 * pages, which are added to the head. It moves before them. The first copy remains until the second applies.
 */
export function putStylesFirst() {
  const sheet = document.body.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
  if (sheet === null) return
  const copy = document.createElement('link')
  copy.rel = 'stylesheet'
  // The same request as that of the first copy, so that it is loaded once.
  copy.crossOrigin = sheet.crossOrigin
  copy.href = sheet.href
  copy.addEventListener('load', () => sheet.remove())
  document.head.prepend(copy)
}
