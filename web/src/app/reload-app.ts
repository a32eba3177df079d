import { sessionStore } from '../platform/storage/safe-storage.ts'

/**
 * Reloads the app if its server responds; without it the browser would show its own error page, which has no way back.
 * Resolves to whether it reloaded.
 */
export async function reloadApp(reload = () => window.location.reload()): Promise<boolean> {
  try {
    const { ok } = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (ok) reload()
    return ok
  } catch {
    return false
  }
}

const KEY = 'preloadReloadedAt'
/** Another reload within this time would not help. Milliseconds. */
const RELOAD_PAUSE_MS = 60_000

type Parts = { reload?: () => Promise<boolean>; now?: () => number }

/**
 * After a release the old chunks no longer exist: reloads the app once to get the new ones. Leaves the event unhandled,
 * so that the error page shows (SPEC §8), which remains while offline. Returns the function that stops listening.
 */
export function reloadOnPreloadError({ reload = reloadApp, now = Date.now }: Parts = {}) {
  const onPreloadError = async () => {
    const reloadedAt = Number(sessionStore.read(KEY) ?? Number.NaN)
    if (now() - reloadedAt < RELOAD_PAUSE_MS) return
    const mark = String(now())
    sessionStore.write(KEY, mark)
    // Where the browser refuses storage, no reload would know of the one before.
    if (sessionStore.read(KEY) !== mark) return
    // No reload happened: the next failure can try again.
    if (!(await reload())) sessionStore.remove(KEY)
  }
  const listener = () => void onPreloadError()
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}
