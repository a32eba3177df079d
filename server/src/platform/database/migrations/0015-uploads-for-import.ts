import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, type SchemaTypes, sqliteTypes } from './0001-initial/schema-types.ts'

const statements = ({ key }: SchemaTypes) => [
  `create table import_upload (
    id ${key} primary key, file_name text not null, size bigint not null, pieces text not null, host text not null,
    operator text not null, state text not null, kind text, source_id text, covers text, columns text, failure text,
    progress text, dry_run text, report text, stop_requested integer not null,
    created_at bigint not null, touched_at bigint not null
  )`,
  `create table import_mapping (
    source_id ${key} not null, kind ${key} not null, columns text not null, operator text not null, saved_at bigint not null,
    constraint import_mapping_key primary key (source_id, kind)
  )`,
]

/** Files that operators upload for an import, and the columns that they corrected. */
export const uploadsForImport: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements(isPostgres(db) ? postgresTypes : sqliteTypes)) {
      await sql.raw(statement).execute(db)
    }
  },
}
