import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import { chinaDay } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DropReason } from './event-queue.ts'

const DAY_MS = 86_400_000

type Counted = { day: string; reason: DropReason; count: number }

/** Events that were not stored, counted in memory by day and reason and stored each second. */
export function createDroppedEvents({ db, clock }: { db: Database; clock: Clock }) {
  let counted = new Map<string, Counted>()

  function count({ day, reason, count: more }: Counted) {
    const key = `${day} ${reason}`
    counted.set(key, { day, reason, count: more + (counted.get(key)?.count ?? 0) })
  }

  return {
    add: (reason: DropReason, events: number) => count({ day: chinaDay(clock.now()), reason, count: events }),

    async flush(): Promise<void> {
      if (counted.size === 0) return
      const rows = [...counted.values()]
      counted = new Map()
      try {
        await db
          .insertInto('tracking_dropped')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['day', 'reason']).doUpdateSet({ count: sql`tracking_dropped.count + excluded.count` }),
          )
          .execute()
      } catch (error) {
        rows.forEach(count)
        throw error
      }
    },

    async dropOld(keptDays: number): Promise<void> {
      const first = chinaDay(clock.now() - keptDays * DAY_MS)
      await db.deleteFrom('tracking_dropped').where('day', '<', first).execute()
    },
  }
}

/** Dropped events of the days of a range, by day and reason. Those of no platform: a refused request names none. */
export const findDroppedEvents = (db: Database, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('tracking_dropped')
    .select(['day', 'reason', 'count'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
