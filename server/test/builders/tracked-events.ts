import type { TrackedEvent } from '../../src/features/tracking/tracked-event.ts'

/** A page view of a visitor. */
export const buildTrackedEvent = (event: Partial<TrackedEvent> = {}): TrackedEvent => ({
  type: 'pageview',
  at: Date.UTC(2026, 10, 23, 2),
  device: 1n,
  subject: null,
  pageKey: '/home',
  url: '/home',
  referrer: '',
  isFirst: false,
  trackId: '',
  elementText: '',
  custom: {},
  context: { fr: '', platform: 'ios', platformType: 'H5', os: 'iOS 19', screen: '375x812' },
  newDevice: null,
  ...event,
})
