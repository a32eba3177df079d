import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tracked events that were not stored, counted by day and reason. */
export const droppedEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tracking_dropped')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('tracking_dropped_key', ['day', 'reason'])
      .execute()
  },
}
