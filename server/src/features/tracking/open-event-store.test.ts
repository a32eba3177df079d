import { expect, it } from 'vitest'
import { buildTrackedEvent, createMemoryEventStore } from '../../../test/tracking/events.ts'
import { dropOldDays } from './open-event-store.ts'

it('drops the days that are older than the kept ones, once', async () => {
  const { store } = createMemoryEventStore()
  const at = Date.UTC(2026, 10, 23, 4)
  for (const days of [0, 180, 181, 400]) await store.append([buildTrackedEvent({ at: at - days * 86_400_000 })])
  for (const _run of [1, 2]) {
    await dropOldDays(store, { now: () => at }, 180)
    expect(await store.days()).toEqual(['2026-05-27', '2026-11-23'])
  }
})
