import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which source states a former name. */
export const sourcesOfFormerNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table company_name add column source text`.execute(db)
  },
}
