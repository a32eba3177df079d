import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Faults and measured times that pages report, counted by day. */
export const clientReports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('client_fault')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('page_key', 'text', (column) => column.notNull())
      .addColumn('platform_type', 'text', (column) => column.notNull())
      .addColumn('text_hash', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('client_fault_key', ['day', 'type', 'page_key', 'platform_type', 'text_hash'])
      .execute()
    await db.schema
      .createTable('client_vital')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('page_key', 'text', (column) => column.notNull())
      .addColumn('platform_type', 'text', (column) => column.notNull())
      .addColumn('step', 'integer', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('client_vital_key', ['day', 'name', 'page_key', 'platform_type', 'step'])
      .execute()
  },
}
