import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * For several processes on one database: the position of a session's last write, so that each reads it from a replica that
 * has it, and a fingerprint of the secret key that all of them must have.
 */
export const manyProcesses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('written_up_to', 'bigint').execute()
    await db.schema
      .createTable('secret_key_check')
      .addColumn('id', 'smallint', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .execute()
  },
}
