import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Reports about companies that members ordered, with their files. */
export const companyReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table company_report (
      id text primary key,
      number text not null,
      user_id text not null references user_account (id) on delete cascade,
      company_id text not null, company_name text not null,
      state text not null, reason text,
      created_at bigint not null, expires_at bigint not null,
      pages integer, pdf text
    )`.execute(db)
    await sql`create index company_report_user on company_report (user_id, created_at)`.execute(db)
    await sql`create index company_report_expiry on company_report (expires_at)`.execute(db)
  },
}
