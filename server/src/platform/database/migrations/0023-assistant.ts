import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** Conversations with 百言, their answers and shares, and the counted questions. */
export const assistant: Migration = {
  async up(db: Kysely<unknown>) {
    // Keys compare by bytes on both databases.
    const key = isPostgres(db) ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('assistant_conversation')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('is_renamed', 'smallint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('assistant_conversation_of')
      .on('assistant_conversation')
      .columns(['user_id', 'updated_at', 'id'])
      .execute()
    await db.schema
      .createIndex('assistant_conversation_age')
      .on('assistant_conversation')
      .column('updated_at')
      .execute()

    await db.schema
      .createTable('assistant_answer')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('conversation_id', key, (column) =>
        column.notNull().references('assistant_conversation.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('content', 'text')
      .addColumn('evidence', 'text')
      .addColumn('message', 'text')
      .addColumn('is_useful', 'smallint')
      .addColumn('useless_reason', 'text')
      .addColumn('useless_text', 'text')
      .execute()
    await db.schema
      .createIndex('assistant_answer_of')
      .on('assistant_answer')
      .columns(['conversation_id', 'asked_at', 'id'])
      .execute()
    await db.schema.createIndex('assistant_answer_user').on('assistant_answer').column('user_id').execute()
    // A handful of rows: the answers in progress.
    await sql`create index assistant_answer_unfinished on assistant_answer (user_id)
      where status = '生成中'`.execute(db)

    await db.schema
      .createTable('assistant_share')
      .addColumn('key_hash', 'text', (column) => column.primaryKey())
      .addColumn('answer_id', key, (column) => column.notNull().references('assistant_answer.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('assistant_share_of').on('assistant_share').column('answer_id').execute()

    await db.schema
      .createTable('assistant_use')
      .addColumn('answer_id', key, (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('assistant_use_of').on('assistant_use').columns(['user_id', 'at']).execute()
    await db.schema.createIndex('assistant_use_age').on('assistant_use').column('at').execute()
  },
}
