import { expect, it } from 'vitest'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../../test/databases/faulty-database.ts'
import { createDroppedEvents, findDroppedEvents } from './event-queue.ts'

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
