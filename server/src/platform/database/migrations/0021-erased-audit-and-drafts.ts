import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, sqliteTypes } from './0001-initial/schema-types.ts'

/**
 * The last row of the audit that the retention erased: what it erased before this version is taken from the first row that is
 * left. Drafts of content, one for each place.
 */
export const erasedAuditAndDrafts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table operator_audit_head add column erased_number bigint not null default 0`.execute(db)
    await sql`alter table operator_audit_head add column erased_hash text not null default ''`.execute(db)
    await sql`update operator_audit_head set
      erased_number = coalesce((select min(number) - 1 from operator_audit), number),
      erased_hash = coalesce(
        (select previous_hash from operator_audit where number is not null order by number limit 1), hash
      )`.execute(db)
    const { key } = isPostgres(db) ? postgresTypes : sqliteTypes
    await sql
      .raw(
        `create table content_draft (
          place ${key} primary key,
          base integer not null, content text not null, editor text not null, saved_at bigint not null
        )`,
      )
      .execute(db)
  },
}
