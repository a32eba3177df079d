import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** Leases by which one process at a time does a task, and the identity of this store. */
export const leases: Migration = {
  async up(db: Kysely<unknown>) {
    const key = isPostgres(db) ? sql`text collate "C"` : 'text'
    await db.schema
      .createTable('lease')
      .addColumn('name', key, (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('token', 'bigint', (column) => column.notNull())
      .addColumn('renewals', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('store_identity')
      .addColumn('only_row', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull())
      .execute()
  },
}
