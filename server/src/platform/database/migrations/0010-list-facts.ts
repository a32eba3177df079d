import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the facts that lists of companies state, and which companies a source covers. */
export const listFacts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('company').addColumn('investor_authority', 'text').execute()
    await db.schema.alterTable('company').addColumn('list_province', 'text').execute()
    await db.schema
      .alterTable('source')
      .addColumn('covers', 'text', (column) => column.notNull().defaultTo('all'))
      .execute()
  },
}
