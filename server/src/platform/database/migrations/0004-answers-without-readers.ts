import type { Migration } from 'kysely/migration'

/** An unfinished answer is lost by its age, so the time of reading is not recorded. No release has written the column. */
export const answersWithoutReaders: Migration = {
  up: async (db) => {
    await db.schema.alterTable('assistant_answer').dropColumn('seen_at').execute()
  },
}
