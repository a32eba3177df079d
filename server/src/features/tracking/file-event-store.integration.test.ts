import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTrackedEvent } from '../../../test/builders/tracked-events.ts'
import { createFileEventStore, dayFileIn } from './file-event-store.ts'
import type { TrackedEvent } from './tracked-event.ts'

let folder = ''
let store: ReturnType<typeof createFileEventStore>
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'baiqicha-tracking-')), 'tracking')
  store = createFileEventStore(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(path.dirname(folder), { recursive: true, force: true })
})

async function eventsOf(day: string): Promise<TrackedEvent[] | null> {
  const events = await store.readDay(day)
  if (events === null) return null
  const read: TrackedEvent[] = []
  for await (const event of events) read.push(event)
  return read
}

const midnight = Date.UTC(2026, 10, 22, 16)

describe('events in files by day', () => {
  it('divides the events at midnight in China', async () => {
    const before = buildTrackedEvent({ at: midnight - 1 })
    const after = buildTrackedEvent({ at: midnight })
    await store.append([after, before])
    expect([await eventsOf('2026-11-22'), await eventsOf('2026-11-23')]).toEqual([[before], [after]])
  })

  it('has no events for a day without a file', async () => {
    expect(await eventsOf('2026-11-22')).toBeNull()
  })

  it('drops a day with its files, and takes events of that day again', async () => {
    await store.append([buildTrackedEvent({ at: midnight })])
    await store.dropDay('2026-11-23')
    expect(readdirSync(folder)).toEqual([])
    await store.append([buildTrackedEvent({ at: midnight })])
    expect(await eventsOf('2026-11-23')).toHaveLength(1)
  })

  it('sets a file aside that is no database, and continues the day in a new one', async () => {
    await store.append([buildTrackedEvent({ at: midnight })])
    writeFileSync(dayFileIn(folder, '2026-11-22'), 'no database '.repeat(1_000))
    await store.append([buildTrackedEvent({ at: midnight - 1 })])
    expect(await eventsOf('2026-11-22')).toHaveLength(1)
    expect(readdirSync(folder)).toContain('2026-11-22.sqlite.unreadable')
  })

  it('refuses events that cannot be written, and takes the next ones', async () => {
    mkdirSync(folder)
    mkdirSync(dayFileIn(folder, '2026-11-22'))
    await expect(store.append([buildTrackedEvent({ at: midnight - 1 })])).rejects.toThrow('unable to open')
    await store.append([buildTrackedEvent({ at: midnight })])
    expect(await eventsOf('2026-11-23')).toHaveLength(1)
  })
})
