import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

const ofUser = <T extends string>(table: CreateTableBuilder<T>) =>
  table.addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))

/** Accounts, histories, the content of the home page, and the state of the limits. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    // Ids of companies sort by code point, as in the table `company`.
    const companyId = isPostgres(db) ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('user_account')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('mobile', 'text', (column) => column.notNull().unique())
      .addColumn('nickname', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()

    await ofUser(db.schema.createTable('session'))
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('device_type', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('fr', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('session_user').on('session').columns(['user_id', 'created_at']).execute()

    await db.schema
      .createTable('sms_code')
      .addColumn('mobile', 'text', (column) => column.notNull())
      .addColumn('scene', 'text', (column) => column.notNull())
      .addColumn('code_seal', 'text', (column) => column.notNull())
      .addColumn('guesses_left', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('sms_code_key', ['mobile', 'scene'])
      .execute()

    await db.schema
      .createTable('captcha')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('answer_seal', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('limit_bucket')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('full_at', 'double precision', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('audit_event')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('mobile_masked', 'text')
      .addColumn('address', 'text', (column) => column.notNull())
      .execute()
    for (const table of ['captcha', 'sms_code', 'session'] as const) {
      await db.schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute()
    }
    await db.schema.createIndex('limit_bucket_full').on('limit_bucket').column('full_at').execute()
    await db.schema.createIndex('audit_event_at').on('audit_event').column('at').execute()

    await db.schema
      .createTable('banner')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('subtitle', 'text', (column) => column.notNull())
      .addColumn('jump_type', 'smallint', (column) => column.notNull())
      .addColumn('jump_url', 'text', (column) => column.notNull())
      .addColumn('login', 'smallint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('notice')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('link', 'text')
      .addColumn('start_at', 'bigint')
      .addColumn('end_at', 'bigint')
      .execute()

    await ofUser(db.schema.createTable('search_history'))
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('company_name', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('searched_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('search_history_once', ['user_id', 'company_name'])
      .execute()
    await ofUser(db.schema.createTable('view_history'))
      .addColumn('company_id', companyId, (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('viewed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('view_history_key', ['user_id', 'company_id'])
      .execute()
    for (const table of ['search_history', 'view_history'] as const) {
      await db.schema.createIndex(`${table}_newest`).on(table).columns(['user_id', 'position']).execute()
    }
    await db.schema
      .createTable('company_views')
      .addColumn('company_id', companyId, (column) => column.primaryKey())
      .addColumn('views', 'integer', (column) => column.notNull())
      .execute()
  },
}
