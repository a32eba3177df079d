import { createStore } from '../../lib/store.ts'
import type { TrackingConsent } from '../../lib/tracker/tracker.ts'
import { localStore } from '../storage/safe-storage.ts'

/** Key of the app, not of the tracker, whose keys a refusal removes. */
const KEY = 'trackingConsent'

type Decision = 'agreed' | 'refused'
type ConsentState = {
  /** null: not decided on this device. */
  decision: Decision | null
  /** Whether the pages ask, or their host has obtained consent; null until the server has said so. */
  asksConsent: boolean | null
}

function readDecision(): Decision | null {
  const stored = localStore.read(KEY)
  return stored === 'agreed' || stored === 'refused' ? stored : null
}

export const useTrackingConsent = createStore<ConsentState>(() => ({ decision: readDecision(), asksConsent: null }))

/** Consent that follows from the decision of the user, or from that of the host. */
export const consentOf = ({ decision, asksConsent }: ConsentState): TrackingConsent =>
  decision ?? (asksConsent === false ? 'agreed' : 'undecided')

export const hasRefusedTracking = () => useTrackingConsent.getState().decision === 'refused'

export function decideTracking(decision: Decision) {
  localStore.write(KEY, decision)
  useTrackingConsent.setState({ decision })
}

/** 隐私政策 at login describes the statistics: agreement to it decides, unless the user decided before. */
export function agreeWithPrivacyPolicy() {
  if (useTrackingConsent.getState().decision === null) decideTracking('agreed')
}

/** Follows decisions in other tabs. */
export function followTrackingConsent() {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) useTrackingConsent.setState({ decision: readDecision() })
  })
}
