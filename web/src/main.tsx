import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createHashHistory as createHashHistory } from 'react-router'
import { loadUnreadCounts } from './app/load-unread-counts.ts'
import { preloadNextPages } from './app/preload-next-pages.ts'
import { App } from './app/root-layout.tsx'
import { loadPage } from './app/routes.tsx'
import { startApp } from './app/start.ts'
import { createRouter } from './lib/router/create-router.ts'
import { createQueryClient } from './platform/api/query-client.ts'
import { applyAppearance } from './platform/appearance/appearance.ts'
import { openDebugConsoleIfWanted } from './platform/debug-console/open-debug-console-if-wanted.ts'
import { collectExternalLogins } from './platform/external-login/collect-tickets.ts'
import { HOME_PATH } from './platform/navigation/pages.ts'
import { startTracking } from './platform/tracking/start-tracking.ts'
import { currentEnvironment } from './platform/wechat/environment.ts'

// First of all: nothing else may read an address that brings a token.
const externalLogins = collectExternalLogins()
applyAppearance()
openDebugConsoleIfWanted()
// The shell restores scroll positions itself (DESIGN §9).
window.history.scrollRestoration = 'manual'

const router = createRouter({ history: createHashHistory(), indexPath: HOME_PATH, loadPage })
const queryClient = createQueryClient()
startApp({ router, queryClient, externalLogins })
startTracking(router)
preloadNextPages(router, loadPage)
if (currentEnvironment() !== 'browser') {
  // Without its code the app works, and shares the address as it is.
  void import('./platform/wechat/connect-wechat.ts').then(({ connectWechat }) => connectWechat(router))
}
loadUnreadCounts()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html holds no #root')

const render = () =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
if (router.state.content !== null) render()
else {
  // The static shell of index.html remains until the code of the first page has loaded.
  const stop = router.subscribe(() => {
    stop()
    render()
  })
}
