import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { sendReport } from './client-report.ts'
import { consentOf, useTrackingConsent } from './tracking-consent.ts'

let isStarted = false

/** Measures the page for users who agreed. A later refusal ends the reports. */
export function reportWebVitals() {
  if (isStarted) return
  isStarted = true
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    measure(({ name, value }) => {
      if (consentOf(useTrackingConsent.getState()) !== 'agreed') return
      sendReport({ type: 'vital', data: { name, value } })
    })
  }
}
