import { sessionStore } from '../platform/storage/safe-storage.ts'

const KEY = 'preloadReloadedAt'
/** A second failure within this time is not cured by another reload. Milliseconds. */
const RELOAD_PAUSE_MS = 60_000

type Parts = { reload?: () => void; now?: () => number }

/**
 * After a release the chunks of the old one are gone: the page reloads once to get the new ones. When that was just
 * tried the event is left unhandled, and the failure is thrown into the error page (SPEC §8). Answers the way to stop.
 */
export function reloadOnPreloadError({ reload = () => window.location.reload(), now = Date.now }: Parts = {}) {
  const onPreloadError = (event: Event) => {
    const reloadedAt = Number(sessionStore.read(KEY) ?? Number.NaN)
    if (now() - reloadedAt < RELOAD_PAUSE_MS) return
    sessionStore.write(KEY, String(now()))
    event.preventDefault()
    reload()
  }
  window.addEventListener('vite:preloadError', onPreloadError)
  return () => window.removeEventListener('vite:preloadError', onPreloadError)
}
