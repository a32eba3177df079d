import { describe, expect, it, vi } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../../test/databases/faulty-database.ts'
import { buildTrackedEvent } from '../../../test/tracking/events.ts'
import { createServiceOutage } from '../../platform/log/service-outage.ts'
import type { ReceivedEvent } from './event.input.ts'
import { createDroppedEvents, createEventQueue, type DropReason, findDroppedEvents } from './event-queue.ts'
import type { TrackedEvent } from './tracked-event.ts'

const DAY_MS = 86_400_000
const start = Date.parse('2026-11-23T12:00:00+08:00')
const clockAt = (now: number) => {
  const state = { now }
  return { now: () => state.now, advance: (milliseconds: number) => (state.now += milliseconds) }
}
const range = { from: '2026-11-01', to: '2026-11-30' }

describeBothDatabases('dropped events', (freshDatabase) => {
  it('are counted by day and reason, also over several flushes', async () => {
    const { db } = await freshDatabase()
    const clock = clockAt(start)
    const dropped = createDroppedEvents({ db, clock })
    dropped.add('repeated', 2)
    dropped.add('limited', 10)
    await dropped.flush()
    dropped.add('repeated', 3)
    await dropped.flush()
    await dropped.flush()
    clock.advance(DAY_MS)
    dropped.add('queueFull', 1)
    await dropped.flush()
    expect(await findDroppedEvents(db, range)).toEqual(
      expect.arrayContaining([
        { day: '2026-11-23', reason: 'repeated', count: 5 },
        { day: '2026-11-23', reason: 'limited', count: 10 },
        { day: '2026-11-24', reason: 'queueFull', count: 1 },
      ]),
    )
  })

  it('wait for the next flush while the database fails', async () => {
    const database = await freshDatabase()
    const { db, setCondition } = openFaultyDatabase(database)
    const clock = clockAt(start)
    const failing = createDroppedEvents({ db, clock })
    setCondition('full')
    failing.add('limited', 4)
    await expect(failing.flush()).rejects.toThrow('database error')
    expect(await findDroppedEvents(database.db, range)).toEqual([])
    setCondition('well')
    await failing.flush()
    expect(await findDroppedEvents(database.db, range)).toEqual([{ day: '2026-11-23', reason: 'limited', count: 4 }])
  })

  it('are erased with the events of their day', async () => {
    const { db } = await freshDatabase()
    const clock = clockAt(start)
    const dropped = createDroppedEvents({ db, clock })
    dropped.add('limited', 1)
    await dropped.flush()
    clock.advance(180 * DAY_MS)
    await dropped.dropOld(180)
    expect(await findDroppedEvents(db, range)).toHaveLength(1)
    clock.advance(DAY_MS)
    await dropped.dropOld(180)
    expect(await findDroppedEvents(db, range)).toEqual([])
  })
})

const received = (eventId: string): ReceivedEvent => {
  const { subject: _subject, ...event } = buildTrackedEvent()
  return { eventId, ...event }
}

function openQueue() {
  const stored: TrackedEvent[] = []
  const store = {
    append: vi.fn(async (events: readonly TrackedEvent[]) => void stored.push(...events)),
    readDay: async () => null,
    dropDay: async () => {},
    days: async () => [],
    close: async () => {},
  }
  const findSubjects = vi.fn(async (hashes: readonly string[]) => new Map(hashes.map((hash) => [hash, 42])))
  const dropped: [DropReason, number][] = []
  const clock = { time: 0, now: () => clock.time }
  const log = { warn: vi.fn(), error: vi.fn() }
  const queue = createEventQueue({
    store,
    findSubjects,
    clock,
    outage: createServiceOutage(log, 'event store'),
    onDropped: (reason, count) => void dropped.push([reason, count]),
  })
  return { queue, store, stored, findSubjects, dropped, clock, log }
}

describe('the queue of events', () => {
  it('runs no query until a batch is stored, and then one for all sessions', async () => {
    const { queue, stored, findSubjects, store } = openQueue()
    for (let at = 0; at < 10; at += 1) queue.add([received(`e-${at}`)], at % 2 === 0 ? 'hash' : null)
    expect([findSubjects.mock.calls, store.append.mock.calls]).toEqual([[], []])
    await queue.flush()
    expect(findSubjects.mock.calls).toEqual([[['hash']]])
    expect(stored.map(({ subject }) => subject)).toEqual([42, null, 42, null, 42, null, 42, null, 42, null])
  })

  it('stores an event id once in ten minutes', async () => {
    const { queue, stored, dropped, clock } = openQueue()
    queue.add([received('e-1'), received('e-1')], null)
    clock.time = 10 * 60_000 - 1
    queue.add([received('e-1')], null)
    clock.time += 10 * 60_000 + 1
    queue.add([received('e-1')], null)
    await queue.flush()
    expect(stored).toHaveLength(2)
    expect(dropped).toEqual([
      ['repeated', 1],
      ['repeated', 1],
    ])
  })

  it('takes at most 20,000 events', async () => {
    const { queue, dropped } = openQueue()
    const events = Array.from({ length: 20_000 }, (_, at) => received(`e-${at}`))
    expect(queue.add(events, null)).toBe(true)
    expect(queue.add([received('more')], null)).toBe(false)
    expect(dropped).toEqual([['queueFull', 1]])
    await queue.flush()
    expect(queue.add([received('more')], null)).toBe(true)
  })

  it('refuses events while the store fails, loses none that it took, and logs failure and recovery once', async () => {
    const { queue, store, stored, dropped, log } = openQueue()
    store.append.mockRejectedValueOnce(new Error('disk full')).mockRejectedValueOnce(new Error('disk full'))
    queue.add([received('e-1')], null)
    await queue.flush()
    expect(queue.add([received('e-2')], null)).toBe(false)
    await queue.flush()
    await queue.flush()
    expect(stored).toHaveLength(1)
    expect(queue.add([received('e-2')], null)).toBe(true)
    expect(dropped).toEqual([['storeFailing', 1]])
    expect([log.error.mock.calls.length, log.warn.mock.calls.length]).toEqual([1, 1])
  })
})
