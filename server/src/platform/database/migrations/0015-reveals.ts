import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Reveals, dials and exports of contacts in the last 24 hours. */
export const reveals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('contact_use')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('contact_use_user').on('contact_use').columns(['user_id', 'kind', 'at']).execute()
    await db.schema.createIndex('contact_use_at').on('contact_use').column('at').execute()
  },
}
