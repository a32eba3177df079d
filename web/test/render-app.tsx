import { QueryClientProvider } from '@tanstack/react-query'
import { getConfig, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import {
  UNSAFE_createHashHistory as createHashHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  type To,
} from 'react-router'
import { expect, onTestFinished } from 'vitest'
import { App } from '../src/app/root-layout.tsx'
import { loadPage } from '../src/app/routes.tsx'
import { startApp } from '../src/app/start.ts'
import { createRouter, type NavigateOptions, type Router } from '../src/lib/router/create-router.ts'
import { createQueryClient } from '../src/platform/api/client.ts'
import { collectExternalLogins, type ExternalLogins } from '../src/platform/external-login/ticket-login.ts'
import { HOME_PATH } from '../src/platform/navigation/pages.ts'
import { startSession } from '../src/platform/session/session-store.ts'
import { buildUser } from './server.ts'

/** Starts a session before the app starts. */
export const logIn = (user = buildUser(), token = 'token-1') => startSession(token, user)

function show(router: Router, externalLogins: ExternalLogins) {
  const queryClient = createQueryClient()
  onTestFinished(startApp({ router, queryClient, externalLogins }))
  onTestFinished(() => queryClient.clear())
  const view = render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  const currentUrl = () => router.state.location.pathname + router.state.location.search
  /** Navigates as a link or the browser would; `act` would block what React renders hidden. */
  const goTo = (to: To | number, options?: NavigateOptions) =>
    getConfig().asyncWrapper(async () => {
      if (typeof to === 'number') await router.navigate(to)
      else await router.navigate(to, options)
    })
  const arrivesAt = (address: string) => waitFor(() => expect(currentUrl()).toBe(address))
  return { ...view, router, queryClient, currentUrl, goTo, arrivesAt, user: userEvent.setup() }
}

/** Renders the whole app at a URL, set up as in main.tsx. */
export function renderApp(...addresses: string[]) {
  const entries = addresses.length === 0 ? ['/'] : addresses
  const history = createMemoryHistory({ initialEntries: entries, initialIndex: entries.length - 1 })
  return show(createRouter({ history, indexPath: HOME_PATH, loadPage }), collectExternalLogins())
}

/** Renders the whole app in the address bar of jsdom, as main.tsx starts it. */
export function openAddress(address: string) {
  window.history.replaceState(null, '', address)
  const externalLogins = collectExternalLogins()
  const router = createRouter({ history: createHashHistory(), indexPath: HOME_PATH, loadPage })
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  return show(router, externalLogins)
}
