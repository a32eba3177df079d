import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import {
  buildTrackedEvent,
  createMemoryEventStore,
  describeEventStore,
  eventsOf,
  midnight,
} from '../../../test/tracking/events.ts'
import { createDatabaseEventStore } from './database-event-store.ts'
import { createFileEventStore, dayFileIn, openDayWriter, readDayFile } from './file-event-store.ts'
import { dropOldDays } from './open-event-store.ts'

function openStore() {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'baiqicha-tracking-')), 'tracking')
  const store = createFileEventStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(path.dirname(folder), { recursive: true, force: true })
  })
  return { folder, store }
}

describeEventStore('events in files by day', async () => openStore().store)

describe('events in files by day', () => {
  it('leaves no file of a dropped day', async () => {
    const { folder, store } = openStore()
    await store.append([buildTrackedEvent({ at: midnight })])
    await store.dropDay('2026-11-23')
    expect(readdirSync(folder)).toEqual([])
  })

  it('sets a file aside that is no database, and continues the day in a new one', async () => {
    const { folder, store } = openStore()
    await store.append([buildTrackedEvent({ at: midnight })])
    writeFileSync(dayFileIn(folder, '2026-11-22'), 'no database '.repeat(1_000))
    await store.append([buildTrackedEvent({ at: midnight - 1 })])
    expect(await eventsOf(store, '2026-11-22')).toHaveLength(1)
    expect(readdirSync(folder)).toContain('2026-11-22.sqlite.unreadable')
  })

  it('refuses events that cannot be written, and takes the next ones', async () => {
    const { folder, store } = openStore()
    mkdirSync(folder)
    mkdirSync(dayFileIn(folder, '2026-11-22'))
    await expect(store.append([buildTrackedEvent({ at: midnight - 1 })])).rejects.toThrow('unable to open')
    await store.append([buildTrackedEvent({ at: midnight })])
    expect(await eventsOf(store, '2026-11-23')).toHaveLength(1)
  })

  it('keeps a command alive until the day is dropped, and not after', () => {
    const { folder } = openStore()
    const command = `
      import { createFileEventStore } from ${JSON.stringify(new URL('./file-event-store.ts', import.meta.url).href)}
      await createFileEventStore(${JSON.stringify(folder)}).dropDay('2026-11-23')
      console.log('dropped')`
    const { status, stdout } = spawnSync(process.execPath, ['--eval', command], {
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'dropped\n' })
  })
})

describe('a file of a day', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-tracking-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('reads what was committed while the writer is open, and after it was killed', () => {
    const file = path.join(folder, 'day.sqlite')
    const writer = openDayWriter(file)
    const event = buildTrackedEvent()
    writer.append([event])
    expect([...readDayFile(file)]).toEqual([event])
    writer.append([event])
    const again = openDayWriter(file)
    again.append([event])
    expect([...readDayFile(file)]).toHaveLength(3)
    writer.close()
    again.close()
  })
})

describeDatabases(
  'events in partitions by day',
  (freshDatabase) => {
    describeEventStore('as every store', async () => createDatabaseEventStore((await freshDatabase()).db))

    it('has the partition of the next day before its first event', async () => {
      const { db } = await freshDatabase()
      const store = createDatabaseEventStore(db)
      await store.append([buildTrackedEvent({ at: midnight - 1 })])
      const { rows } = await sql`select count(*) as events from tracked_event_2026_11_23`.execute(db)
      expect(rows).toEqual([{ events: 0 }])
      expect(await store.days()).toEqual(['2026-11-22'])
    })
  },
  ['postgres'],
)

it('drops the days that are older than the kept ones, once', async () => {
  const { store } = createMemoryEventStore()
  const at = Date.UTC(2026, 10, 23, 4)
  for (const days of [0, 180, 181, 400]) await store.append([buildTrackedEvent({ at: at - days * 86_400_000 })])
  for (const _run of [1, 2]) {
    await dropOldDays(store, { now: () => at }, 180)
    expect(await store.days()).toEqual(['2026-05-27', '2026-11-23'])
  }
})
