import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, type SchemaTypes, sqliteTypes } from './0001-initial/schema-types.ts'

const statements = ({ key }: SchemaTypes) => [
  `alter table company add column lei ${key}`,
  'alter table company add column wikidata_id text',
  'alter table company add column logo_file text',
  'alter table company add column parent_company text',
  'alter table company add column ultimate_parent text',
  'create index company_lei on company (lei)',
]

/** Identifiers and parents of a company in open data. */
export const openIdentifiers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements(isPostgres(db) ? postgresTypes : sqliteTypes)) {
      await sql.raw(statement).execute(db)
    }
  },
}
