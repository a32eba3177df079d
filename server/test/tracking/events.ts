import type { RouteInput } from '@baiqicha/contract/routes'
import { chinaDay } from '../../src/domain/clock.ts'
import type { EventStore, TrackedEvent } from '../../src/features/tracking/tracked-event.ts'

type Body = RouteInput<'saveActions'>
type PageviewBody = Extract<Body, { type: 'pageview' }>
type SentPageview = Exclude<PageviewBody['data'], readonly unknown[]>

let sentEvents = 0

/** A page view as a visitor's phone sends it, with an id of its own. */
export const sentPageview = (event: Partial<SentPageview> = {}): SentPageview => ({
  eventId: `event-${++sentEvents}`,
  swiftNumber: '1795420800000',
  deviceId: 'device-of-a-visitor',
  platform: 'android',
  userId: '',
  os: 'Android 15',
  screen: '375x812',
  timestamp: 1_795_420_800_000,
  customData: { fr: '', platform: 'android', platformType: 'H5' },
  title: '百企查',
  url: '/home',
  referrer: '',
  pageKey: 'home',
  isFirst: true,
  ...event,
})

export const reportBody = (text = 'TypeError: x is not a function'): RouteInput<'saveReport'> => ({
  appId: 'bqc-h5',
  type: 'error',
  data: { pageKey: 'home', platformType: 'H5', version: '0.1.0', text },
})

export const vitalBody = (value: number): RouteInput<'saveReport'> => ({
  appId: 'bqc-h5',
  type: 'vital',
  data: { pageKey: 'home', platformType: 'H5', version: '0.1.0', name: 'LCP', value },
})

/** So many page views of one device in one request. */
export const pageviewBatch = (count: number, event: Partial<SentPageview> = {}): PageviewBody => ({
  appId: 'bqc-h5',
  type: 'pageview',
  data: Array.from({ length: count }, () => sentPageview(event)),
})

export const pageviewBody = (event: Partial<SentPageview> = {}): PageviewBody => ({
  appId: 'bqc-h5',
  type: 'pageview',
  data: sentPageview(event),
})

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

/** Events in memory. `fail` makes every append fail until it is set back. */
export function createMemoryEventStore() {
  const stored: TrackedEvent[] = []
  const state = { fails: false }
  const store: EventStore = {
    async append(events) {
      if (state.fails) throw new Error('the disk is full')
      stored.push(...events)
    },
    async readDay(day) {
      const events = stored
        .filter(({ at }) => chinaDay(at) === day)
        .sort((a, b) => Number(a.device - b.device) || a.at - b.at)
      return events.length === 0
        ? null
        : (async function* () {
            yield* events
          })()
    },
    async dropDay(day) {
      const kept = stored.filter(({ at }) => chinaDay(at) !== day)
      stored.splice(0, stored.length, ...kept)
    },
    days: async () => [...new Set(stored.map(({ at }) => chinaDay(at)))].sort(),
    close: async () => undefined,
  }
  return { store, stored, state }
}

/** For commands that do not read tracked events. */
export const withoutTracking = { store: createMemoryEventStore().store, rollUpDay: async () => false }
