import { describe, expect, it } from 'vitest'
import type { EventStore, TrackedEvent } from '../../src/features/tracking/tracked-event.ts'
import { buildTrackedEvent } from './events.ts'

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
