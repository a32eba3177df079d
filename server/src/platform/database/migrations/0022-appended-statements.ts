import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

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
 * SQLite stored the texts of statements in the primary key, whose order is that of random ids: an import of a second source wrote a
 * page for each row. Now it appends them, and only their short keys are in random order. PostgreSQL always appended them.
 */
export const appendedStatements: Migration = {
  async up(db: Kysely<unknown>) {
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
