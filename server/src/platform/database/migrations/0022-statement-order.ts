import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, sqliteTypes } from './0001-initial/schema-types.ts'

const tables = {
  company_statement: {
    columns: 'company_id text not null, run integer not null, place text not null, content text not null',
    key: 'company_id, run, place',
  },
  record_statement: {
    columns: 'record_id text not null, run integer not null, source_id text not null, statement text not null',
    key: 'record_id, run, source_id',
  },
}

/**
 * What an undo needs to apply rows in their order: the line of a pending row, and the keys of which each row is a statement. SQLite stored the texts of statements in the primary key, whose
 * order is that of random ids: an import of a second source wrote a page for each row. Now it appends them, as PostgreSQL does, and
 * only their short keys are in random order.
 */
export const statementOrder: Migration = {
  async up(db: Kysely<unknown>) {
    const types = isPostgres(db) ? postgresTypes : sqliteTypes
    await sql`alter table pending_row add column line integer`.execute(db)
    await sql.raw(`create table contested_key (lookup_key ${types.key} primary key)`).execute(db)
    if (isPostgres(db)) return
    for (const [table, { columns, key }] of Object.entries(tables)) {
      const steps = [
        `alter table ${table} rename to ${table}_before`,
        `create table ${table} (${columns}, constraint ${table}_key primary key (${key}))`,
        `insert into ${table} select * from ${table}_before`,
        `drop table ${table}_before`,
      ]
      for (const step of steps) await sql.raw(step).execute(db)
    }
  },
}
