import type { Router } from '../../lib/router/create-router.ts'
import { whenSettled } from '../api/pending-calls.ts'
import type { TrackedInteraction } from './connect-tracker.ts'

/** Interactions that are kept until the code of the tracker has loaded. */
const KEPT = 20

/** Records what happens from the start. The code that makes events of it loads after the first paint. */
export function startTracking({ state, subscribe }: Pick<Router, 'state' | 'subscribe'>) {
  const kept: TrackedInteraction[] = []
  let receive = (interaction: TrackedInteraction) => {
    if (kept.length < KEPT) kept.push(interaction)
  }
  const note = (event?: Event) => receive({ event, href: window.location.href, at: Date.now() })
  for (const type of ['click', 'error', 'unhandledrejection', 'vite:preloadError']) {
    // A click is read before its handler opens another page.
    window.addEventListener(type, note, type === 'click')
  }
  if (state.content !== null) note()
  subscribe(() => note())
  whenSettled(async () => {
    // Without its code nothing is tracked, and the app works.
    const tracking = await import('./connect-tracker.ts').catch(() => null)
    if (tracking === null) return
    receive = tracking.connectTracker()
    kept.forEach(receive)
  })
}
