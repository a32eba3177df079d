import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a user last opened 动态, which Home names. */
export const changesSeenAt: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table follower add column seen_at bigint`.execute(db)
  },
}
