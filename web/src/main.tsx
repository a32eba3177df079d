import './lib/old-browsers.ts'
import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createHashHistory as createHashHistory } from 'react-router'
import { loadUnreadCounts } from './app/load-unread-counts.ts'
import { preloadNextPages } from './app/preload-next-pages.ts'
import { App } from './app/root-layout.tsx'
import { loadPage } from './app/routes.tsx'
import { putStylesFirst, startApp } from './app/start.ts'
import { createRouter } from './lib/router/create-router.ts'
import { createQueryClient } from './platform/api/client.ts'
import { beginCall } from './platform/api/pending-calls.ts'
import { applyAppearance } from './platform/appearance/appearance.ts'
import { openDebugConsoleIfWanted } from './platform/debug-console/open-debug-console-if-wanted.ts'
import { collectExternalLogins } from './platform/external-login/ticket-login.ts'
import { HOME_PATH } from './platform/navigation/pages.ts'
import { startTracking } from './platform/tracking/start-tracking.ts'
import { currentEnvironment } from './platform/wechat/mini-program.ts'

// First of all: nothing else may read an address that brings a token.
const externalLogins = collectExternalLogins()
applyAppearance()
openDebugConsoleIfWanted()
putStylesFirst()
// The shell restores scroll positions itself (DESIGN §9).
window.history.scrollRestoration = 'manual'

const router = createRouter({ history: createHashHistory(), indexPath: HOME_PATH, loadPage })
const queryClient = createQueryClient()
startApp({ router, queryClient, externalLogins })
startTracking(router)
preloadNextPages(router, loadPage, async (path) => (await import('./app/next-sheets.ts')).loadNextSheets(path))
if (currentEnvironment() !== 'browser') {
  // Without its code the app works, and shares the address as it is.
  void import('./platform/wechat/connect-wechat.ts').then(({ connectWechat }) => connectWechat(router))
}
loadUnreadCounts()
// Without its code the app works, and opens with a connection only.
if (import.meta.env.PROD) void import('./app/register-worker.ts')

const root = document.getElementById('root')
if (root === null) throw new Error('index.html holds no #root')

/** Calls `onShow` once the first page has begun its calls. */
function FirstPageShown({ onShow }: { onShow: () => void }) {
  useEffect(() => void setTimeout(onShow), [onShow])
  return null
}

const render = (onShow: () => void) =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App router={router} />
      </QueryClientProvider>
      <FirstPageShown onShow={onShow} />
    </StrictMode>,
  )
// What waits for calls to end also waits for the code of the first page and for its calls.
const endCall = beginCall()
let isWaiting = true
const endOnce = () => {
  if (isWaiting) endCall()
  isWaiting = false
}
if (router.state.content !== null) render(endOnce)
else {
  // The static shell of index.html remains until the code of the first page has loaded.
  const stop = router.subscribe(() => {
    stop()
    render(endOnce)
  })
}
