import type { RouteInput } from '@baiqicha/contract/routes'
import { describe, expect, it } from 'vitest'
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

/** The events of a day in the order of the store; null: it has none. */
export async function eventsOf(store: EventStore, day: string): Promise<TrackedEvent[] | null> {
  const events = await store.readDay(day)
  if (events === null) return null
  const read: TrackedEvent[] = []
  for await (const event of events) read.push(event)
  return read
}

/** 2026-11-23 00:00 in China. */
export const midnight = Date.UTC(2026, 10, 22, 16)

/** What every store of events does. `open` returns an empty one. */
export function describeEventStore(name: string, open: () => Promise<EventStore>) {
  describe(name, () => {
    it('divides the events at midnight in China', async () => {
      const store = await open()
      const before = buildTrackedEvent({ at: midnight - 1 })
      const after = buildTrackedEvent({ at: midnight })
      await store.append([after, before])
      expect([await eventsOf(store, '2026-11-22'), await eventsOf(store, '2026-11-23')]).toEqual([[before], [after]])
      expect(await store.days()).toEqual(['2026-11-22', '2026-11-23'])
    })

    it('has no events for a day without any', async () => {
      expect(await eventsOf(await open(), '2026-11-22')).toBeNull()
    })

    it('returns the events of a day by device and time, with every value', async () => {
      const store = await open()
      const click = buildTrackedEvent({
        type: 'click',
        at: midnight + 5,
        device: -(2n ** 63n),
        subject: 2 ** 48 - 1,
        trackId: 'home-search',
        elementText: '搜索 𠮷',
        custom: { 'company-id': 'c-1' },
        context: {
          fr: 'share',
          platform: 'android',
          platformType: 'mini-program',
          os: 'Android 15',
          screen: '360x800',
        },
      })
      const change = buildTrackedEvent({
        type: 'device_change',
        at: midnight + 9,
        device: 7n,
        newDevice: 2n ** 63n - 1n,
      })
      const first = buildTrackedEvent({ at: midnight + 7, device: 7n, isFirst: true, referrer: 'https://example.com' })
      await store.append([change, first])
      await store.append([click])
      expect(await eventsOf(store, '2026-11-23')).toEqual([click, first, change])
    })

    it('drops a day, and takes events of that day again', async () => {
      const store = await open()
      await store.append([buildTrackedEvent({ at: midnight })])
      await store.dropDay('2026-11-23')
      await store.dropDay('2026-11-23')
      expect([await eventsOf(store, '2026-11-23'), await store.days()]).toEqual([null, []])
      await store.append([buildTrackedEvent({ at: midnight })])
      expect(await eventsOf(store, '2026-11-23')).toHaveLength(1)
    })
  })
}
