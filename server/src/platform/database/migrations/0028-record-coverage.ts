import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds what each source of records covers. Earlier releases counted a source as covering every company, or every listed one. A
 * source that is connected already covers what can be known: a demonstration source all demonstration companies, the notices of
 * short names that ship their items and years, and any other source (null) the companies with a record of it, until its next
 * import states more. `source.covers` stays for processes of the release before; nothing reads it any more.
 */
export const recordCoverage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('record_feed').addColumn('covers', 'text').execute()
    await sql`update record_feed set covers = 'all' where is_demo = 1`.execute(db)
    await sql`update record_feed set covers = 'listed items=证券简称变更 years=2014-11..2024-05'
      where kind = 'changeRecord' and source_id = 'short-name-changes'`.execute(db)
  },
}
