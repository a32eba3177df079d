import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where the rejected rows of an import are, for the desk. */
export const rejectsOfImports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table import_history add column rejects_file text`.execute(db)
  },
}
