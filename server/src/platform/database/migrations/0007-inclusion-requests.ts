import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/**
 * Adds the requests for companies that are not in the store and the examples of the home page. Removes the shipped
 * banners that led to no feature.
 */
export const inclusionRequests: Migration = {
  async up(db: Kysely<unknown>) {
    // Keys compare by bytes on both databases.
    const key = isPostgres(db) ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('inclusion_request')
      .addColumn('keyword_key', key, (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('keyword', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('done_at', 'bigint')
      .addPrimaryKeyConstraint('inclusion_request_key', ['keyword_key', 'user_id'])
      .execute()
    await db.schema.createIndex('inclusion_request_user').on('inclusion_request').column('user_id').execute()

    await db.schema
      .createTable('home_example')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute()

    // Shipped banners that led to no feature. One that an operator has changed stays.
    await sql`delete from banner where (id = 'b-ask' and title = '有问题，问百言' and jump_url = '/ai')
      or (id = 'b-soon' and title = '股权结构，一图看清' and jump_type = 2)`.execute(db)
  },
}
