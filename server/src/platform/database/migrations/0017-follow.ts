import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** Followed companies, and the events that their followers see. */
export const follow: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = isPostgres(db)
    // Keys sort by code point in both databases.
    const key = postgres ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('follow')
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('company_id', key, (column) => column.notNull())
      .addColumn('group_name', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('followed_at', 'bigint', (column) => column.notNull())
      .addColumn('from_seq', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('follow_key', ['user_id', 'company_id'])
      .execute()
    // Finds the followers of a company with new events, and of a company whose id is replaced.
    await db.schema.createIndex('follow_company').on('follow').column('company_id').execute()

    await db.schema
      .createTable('follower')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('user_account.id').onDelete('cascade'))
      .addColumn('seen_seq', 'bigint', (column) => column.notNull())
      .addColumn('unread', 'integer', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('company_event')
      .addColumn('seq', postgres ? 'bigserial' : 'integer', (column) =>
        postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn('subject_key', key, (column) => column.notNull())
      .addColumn('kind', key, (column) => column.notNull())
      .addColumn('change', 'text', (column) => column.notNull())
      .addColumn('record_id', key)
      .addColumn('field', 'text')
      .addColumn('value_before', 'text')
      .addColumn('value_after', 'text')
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('as_of', 'text')
      .addColumn('event_date', 'text')
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('is_late', 'smallint', (column) => column.notNull())
      .execute()
    // The newest events of a subject are the end of a range. Those of one kind are read from it too: a subject has few
    // events, and an index more would cost every import.
    await db.schema.createIndex('company_event_subject').on('company_event').columns(['subject_key', 'seq']).execute()

    // Finds the names that a code was stated with: the companies of an event whose own code is unknown.
    await db.schema
      .createIndex('subject_name_subject')
      .on('subject_name')
      .columns(['subject_key', 'name_key'])
      .execute()

    await db.schema
      .createTable('event_cursor')
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into event_cursor (seq) values (0)`.execute(db)
  },
}
