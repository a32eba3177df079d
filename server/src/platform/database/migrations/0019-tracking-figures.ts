import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Figures of user behaviour by day, and the numbers of the people in their sets. */
export const trackingFigures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tracking_day')
      .addColumn('day', 'text', (column) => column.primaryKey())
      .addColumn('as_of', 'bigint')
      .addColumn('is_closed', 'smallint', (column) => column.notNull())
      .addColumn('claimed_until', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('tracking_figure')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('figure', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tracking_figure_key', ['day', 'figure'])
      .execute()
    await db.schema
      .createTable('tracking_person')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('first_day', 'text', (column) => column.notNull())
      .addColumn('last_day', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('tracking_person_last').on('tracking_person').column('last_day').execute()
    // A number is never used again, even after its person is deleted.
    await db.schema
      .createTable('tracking_person_count')
      .addColumn('next_number', 'integer', (column) => column.notNull())
      .execute()
    await sql`insert into tracking_person_count (next_number) values (0)`.execute(db)
  },
}
