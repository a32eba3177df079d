import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, sqliteTypes } from './0001-initial/schema-types.ts'

/** Lists of names and codes that users look up, and their rows. */
export const batches: Migration = {
  async up(db: Kysely<unknown>) {
    const { withoutRowid } = isPostgres(db) ? postgresTypes : sqliteTypes
    await sql`create table batch_job (
      id text primary key,
      user_id text not null references user_account (id) on delete cascade,
      file_name text, encoding text,
      state text not null, total integer not null, done_through integer not null, failures integer not null,
      worked_at bigint not null, created_at bigint not null, finished_at bigint
    )`.execute(db)
    await sql`create index batch_job_user on batch_job (user_id, created_at)`.execute(db)
    await sql`create index batch_job_running on batch_job (worked_at) where state = 'running'`.execute(db)
    await sql`create index batch_job_created on batch_job (created_at)`.execute(db)
    await sql
      .raw(`create table batch_row (
        job_id text not null references batch_job (id) on delete cascade,
        number integer not null, first_number integer not null,
        input text not null, name text, code text,
        result text, why text not null, company_id text, candidates text not null, is_chosen integer not null,
        constraint batch_row_key primary key (job_id, number)
      ) ${withoutRowid}`)
      .execute(db)
  },
}
