import { sessionStore } from '../platform/storage/safe-storage.ts'
import { reloadApp } from './reload-app.ts'

const KEY = 'preloadReloadedAt'
/** Shortest time between two reloads, in milliseconds: a failure right after a reload would recur. */
const RELOAD_PAUSE_MS = 60_000

type Options = { reload?: () => Promise<boolean>; now?: () => number }

/**
 * Reloads the app once when a chunk fails to load: a release removes the chunks of the previous one. The event stays
 * unhandled, so that the failure also reaches the error page (SPEC §8), which remains while offline. Returns the function
 * that stops it.
 */
export function reloadOnPreloadError({ reload = reloadApp, now = Date.now }: Options = {}) {
  const onPreloadError = async () => {
    const reloadedAt = Number(sessionStore.read(KEY) ?? Number.NaN)
    if (now() - reloadedAt < RELOAD_PAUSE_MS) return
    sessionStore.write(KEY, String(now()))
    // The server did not answer, so the next failure may reload.
    if (!(await reload())) sessionStore.remove(KEY)
  }
  const listener = () => void onPreloadError()
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}
