import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the index that 最近上市 reads backwards. */
export const newestListings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('company_listing_newest')
      .on('company_listing')
      .columns(['state', 'listed_on', 'code'])
      .execute()
  },
}
