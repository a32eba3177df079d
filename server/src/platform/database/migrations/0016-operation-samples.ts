import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, sqliteTypes } from './0001-initial/schema-types.ts'

/** What each process does, minute by minute, for the desk. */
export const operationSamples: Migration = {
  async up(db: Kysely<unknown>) {
    const { key, withoutRowid } = isPostgres(db) ? postgresTypes : sqliteTypes
    await sql
      .raw(`create table operation_sample (
        process ${key} not null, span integer not null, at bigint not null, content text not null,
        constraint operation_sample_key primary key (span, at, process)
      ) ${withoutRowid}`)
      .execute(db)
  },
}
