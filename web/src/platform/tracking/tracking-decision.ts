import { localStore } from '../storage/safe-storage.ts'
import { CONSENT_KEY, type ConsentDecision, consentOf, readDecision, useTrackingConsent } from './tracking-consent.ts'

export const hasRefusedTracking = () => useTrackingConsent.getState().decision === 'refused'

export function decideTracking(decision: ConsentDecision) {
  localStore.write(CONSENT_KEY, decision)
  useTrackingConsent.setState({ decision })
}

/** 隐私政策 at login describes the statistics: agreement to it decides, unless the user decided before. */
export function agreeWithPrivacyPolicy() {
  if (useTrackingConsent.getState().decision === null) decideTracking('agreed')
}

/** Follows decisions in other tabs. */
export function followTrackingConsent() {
  window.addEventListener('storage', ({ key }) => {
    if (key === CONSENT_KEY || key === null) useTrackingConsent.setState({ decision: readDecision() })
  })
}

/** Whether the statistics of this device are on, and what switches them. Takes effect at once. */
export function useTrackingSwitch() {
  const isOn = useTrackingConsent((state) => consentOf(state) === 'agreed')
  return { isOn, onSwitch: () => decideTracking(isOn ? 'refused' : 'agreed') }
}
