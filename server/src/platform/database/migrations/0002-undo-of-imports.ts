import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, type SchemaTypes, sqliteTypes } from './0001-initial/schema-types.ts'

const statements = ({ key, withoutRowid }: SchemaTypes) => [
  `create table import_history (
    number integer primary key,
    run_id ${key} not null, kind text not null, source_id text not null, sources text not null,
    operator text not null, file_name text not null, file_hash text not null, state text not null,
    counts text not null, repeated bigint not null, feed text, imported_before bigint, started_at bigint not null, ended_at bigint not null
  )`,
  `create table company_statement (
    company_id ${key} not null, run integer not null, place ${key} not null, content text not null,
    constraint company_statement_key primary key (company_id, run, place)
  ) ${withoutRowid}`,
  `create table record_statement (
    record_id ${key} not null, run integer not null, source_id text not null, statement text not null,
    constraint record_statement_key primary key (record_id, run, source_id)
  ) ${withoutRowid}`,
  `create table company_removal (
    company_id ${key} primary key,
    name text not null, name_keys text not null, credit_code ${key}, registration_number ${key},
    source_keys text not null, content text, reason text not null, operator text not null, created_at bigint not null
  )`,
  'alter table company add column only_run integer',
  'alter table record add column only_run integer',
  'alter table pending_row add column run integer',
]

/** What an import must remember to be undone, and companies that operators removed. */
export const undoOfImports: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements(isPostgres(db) ? postgresTypes : sqliteTypes)) {
      await sql.raw(statement).execute(db)
    }
  },
}
