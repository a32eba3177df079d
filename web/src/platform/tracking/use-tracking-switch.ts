import { consentOf, useTrackingConsent } from './tracking-consent.ts'
import { decideTracking } from './tracking-decision.ts'

/** Whether the statistics of this device are on, and what switches them. Takes effect at once. */
export function useTrackingSwitch() {
  const isOn = useTrackingConsent((state) => consentOf(state) === 'agreed')
  return { isOn, onSwitch: () => decideTracking(isOn ? 'refused' : 'agreed') }
}
