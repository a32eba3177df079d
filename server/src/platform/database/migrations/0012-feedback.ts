import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** Feedback and its threads. Pictures belong to a correction or to feedback, by the number of either. */
export const feedback: Migration = {
  async up(db: Kysely<unknown>) {
    // Keys compare by bytes on both databases.
    const key = isPostgres(db) ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('feedback')
      .addColumn('number', key, (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('priority', 'smallint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.references('user_account.id').onDelete('cascade'))
      .addColumn('contact', 'text')
      .addColumn('context', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('closed_at', 'bigint')
      .addColumn('is_unread', 'smallint', (column) => column.notNull())
      .execute()
    // Each page of the inbox is a range of one of these two.
    await db.schema
      .createIndex('feedback_inbox')
      .on('feedback')
      .columns(['state', 'priority', 'created_at', 'number'])
      .execute()
    await db.schema
      .createIndex('feedback_kind')
      .on('feedback')
      .columns(['state', 'kind', 'created_at', 'number'])
      .execute()
    await db.schema.createIndex('feedback_user').on('feedback').columns(['user_id', 'created_at']).execute()
    await sql`create index feedback_closed on feedback (closed_at) where closed_at is not null`.execute(db)

    await db.schema
      .createTable('feedback_entry')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('feedback_number', key, (column) => column.notNull().references('feedback.number').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('feedback_entry_of').on('feedback_entry').columns(['feedback_number', 'at']).execute()

    await db.schema
      .createTable('feedback_repeat')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('number', key, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema.alterTable('upload').renameColumn('correction_number', 'used_by').execute()
  },
}
