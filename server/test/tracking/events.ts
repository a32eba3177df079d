import { chinaDay } from '../../src/domain/clock.ts'
import type { EventStore, TrackedEvent } from '../../src/features/tracking/tracked-event.ts'

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
