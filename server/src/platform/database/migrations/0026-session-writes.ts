import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The position of a session's last write, so that every process reads it from a replica that has it. */
export const sessionWrites: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('written_up_to', 'bigint').execute()
  },
}
