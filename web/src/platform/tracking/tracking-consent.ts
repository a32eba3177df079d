import { createStore } from '../../lib/store.ts'
import type { TrackingConsent } from '../../lib/tracker/tracker.ts'
import { localStore } from '../storage/safe-storage.ts'

/** Key of the app, not of the tracker, whose keys a refusal removes. */
export const CONSENT_KEY = 'trackingConsent'

export type ConsentDecision = 'agreed' | 'refused'
type ConsentState = {
  /** null: not decided on this device. */
  decision: ConsentDecision | null
}

/** The page states that its host obtains the consent. A page that states nothing asks. */
const isHostAsking = document.querySelector('meta[name="tracking-consent"]') !== null

export function readDecision(): ConsentDecision | null {
  const stored = localStore.read(CONSENT_KEY)
  return stored === 'agreed' || stored === 'refused' ? stored : null
}

export const useTrackingConsent = createStore<ConsentState>(() => ({ decision: readDecision() }))

/** Consent that follows from the decision of the user, or from that of the host. */
export const consentOf = ({ decision }: ConsentState): TrackingConsent =>
  decision ?? (isHostAsking ? 'agreed' : 'undecided')
