import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The order in which a search reads feedback. */
export const newestFeedback: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index feedback_created on feedback (created_at, number)`.execute(db)
  },
}
