import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, sqliteTypes } from './0001-initial/schema-types.ts'

/** What users found about a company at official sites. */
export const officialChecks: Migration = {
  async up(db: Kysely<unknown>) {
    const { key } = isPostgres(db) ? postgresTypes : sqliteTypes
    await sql
      .raw(
        `create table official_check (
          user_id text not null references user_account (id) on delete cascade,
          company_id ${key} not null, site text not null, result text not null, checked_at bigint not null,
          constraint official_check_key primary key (user_id, company_id, site)
        )`,
      )
      .execute(db)
  },
}
