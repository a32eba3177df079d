import { sessionStore } from '../platform/storage/safe-storage.ts'
import { reloadApp } from './reload-app.ts'

const KEY = 'preloadReloadedAt'
/** A second failure within this time is not cured by another reload. Milliseconds. */
const RELOAD_PAUSE_MS = 60_000

type Parts = { reload?: () => Promise<boolean>; now?: () => number }

/**
 * After a release the chunks of the old one are gone: the app reloads once to get the new ones. The event stays
 * unhandled, so that the failure is thrown into the error page (SPEC §8), which is what remains while offline.
 * Answers the way to stop.
 */
export function reloadOnPreloadError({ reload = reloadApp, now = Date.now }: Parts = {}) {
  const onPreloadError = async () => {
    const reloadedAt = Number(sessionStore.read(KEY) ?? Number.NaN)
    if (now() - reloadedAt < RELOAD_PAUSE_MS) return
    sessionStore.write(KEY, String(now()))
    // Nothing was reloaded: the next failure may try again.
    if (!(await reload())) sessionStore.remove(KEY)
  }
  const listener = () => void onPreloadError()
  window.addEventListener('vite:preloadError', listener)
  return () => window.removeEventListener('vite:preloadError', listener)
}
