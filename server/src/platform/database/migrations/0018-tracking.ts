import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** Random ids that stand for users in tracked events; in PostgreSQL also the events, one partition per day. */
export const tracking: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tracking_subject')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('user_account.id').onDelete('cascade'))
      .addColumn('subject', 'bigint', (column) => column.notNull().unique())
      .execute()
    if (!isPostgres(db)) return
    await sql`create table tracked_event (
      day date not null, device bigint not null, at bigint not null, subject bigint, type smallint not null,
      page_key text not null, url text not null, referrer text not null, is_first boolean not null,
      track_id text not null, element_text text not null, custom text not null, context text not null, new_device bigint
    ) partition by range (day)`.execute(db)
    // The order in which a day is read.
    await sql`create index tracked_event_order on tracked_event (device, at)`.execute(db)
  },
}
