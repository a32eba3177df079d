import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a report that another process continues contains, and how often its making began. */
export const continuedReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table company_report add column sections text`.execute(db)
    await sql`alter table company_report add column attempts integer not null default 0`.execute(db)
    await sql`create index company_report_unfinished on company_report (created_at)
      where state in ('waiting', 'running')`.execute(db)
  },
}
