import type { Migration } from 'kysely/migration'

/** An unfinished answer is lost by its age, so nobody records when it was read. No release has written the column. */
export const answersWithoutReaders: Migration = {
  up: async (db) => {
    await db.schema.alterTable('assistant_answer').dropColumn('seen_at').execute()
  },
}
