import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { describeEventStore, midnight } from '../../../test/tracking/event-store-suite.ts'
import { buildTrackedEvent } from '../../../test/tracking/events.ts'
import { createDatabaseEventStore } from './database-event-store.ts'

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
