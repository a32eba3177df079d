import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a published version is shown. */
export const scheduledContent: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table content_version add column shown_from bigint`.execute(db)
  },
}
