import { sql } from 'kysely'
import { chinaDay } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  type EventRow,
  type EventStore,
  eventColumns,
  eventOf,
  eventRowOf,
  type TrackedEvent,
} from './tracked-event.ts'

/** Events read at once. */
const PER_READ = 5_000

const partitionOf = (day: string) => `tracked_event_${day.replaceAll('-', '_')}`
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const columns = sql.raw(`day, ${eventColumns}`)

/** Events in PostgreSQL, in one partition per day, so that dropping a day costs nothing. */
export function createDatabaseEventStore(db: Database): EventStore {
  const known = new Set<string>()

  /** Also the day after, so that no batch after midnight waits for it. */
  async function preparePartitions(day: string) {
    for (const one of [day, dayAfter(day)]) {
      if (known.has(one)) continue
      await sql`create table if not exists ${sql.table(partitionOf(one))} partition of tracked_event
        for values from (${sql.lit(one)}) to (${sql.lit(dayAfter(one))})`.execute(db)
      known.add(one)
    }
  }

  async function hasEvents(partition: string): Promise<boolean> {
    const found = await sql<{ known: boolean }>`select to_regclass(${partition}) is not null as known`.execute(db)
    if (found.rows[0]?.known !== true) return false
    const { rows } = await sql`select 1 from ${sql.table(partition)} limit 1`.execute(db)
    return rows.length > 0
  }

  async function* read(day: string): AsyncGenerator<TrackedEvent, void, undefined> {
    const tx = await db.startTransaction().execute()
    try {
      await sql`declare day_events no scroll cursor for
        select device::text, at, subject, type, page_key, url, referrer, is_first, track_id, element_text, custom,
          context, new_device::text
        from ${sql.table(partitionOf(day))} order by device, at`.execute(tx)
      for (let isLast = false; !isLast; ) {
        const { rows } = await sql<EventRow>`fetch ${sql.lit(PER_READ)} from day_events`.execute(tx)
        yield* rows.map(eventOf)
        isLast = rows.length < PER_READ
      }
    } finally {
      await tx.rollback().execute()
    }
  }

  return {
    async append(events) {
      for (const day of new Set(events.map(({ at }) => chinaDay(at)))) await preparePartitions(day)
      const rows = JSON.stringify(events.map(eventRowOf))
      await sql`insert into tracked_event (${columns}) select ${columns}
        from json_populate_recordset(null::tracked_event, ${rows}::json)`.execute(db)
    },
    readDay: async (day) => ((await hasEvents(partitionOf(day))) ? read(day) : null),
    async dropDay(day) {
      known.delete(day)
      await sql`drop table if exists ${sql.table(partitionOf(day))}`.execute(db)
    },
    async days() {
      const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'tracked_event'::regclass order by 1`.execute(db)
      const withEvents: string[] = []
      for (const { name } of rows) if (await hasEvents(name)) withEvents.push(name.slice(-10).replaceAll('_', '-'))
      return withEvents
    },
    close: async () => undefined,
  }
}
