import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, sqliteTypes } from './0001-initial/schema-types.ts'

/** States of services outside, announcements of work, locks of accounts, and indexes for the lists of the desk. */
export const deskWork: Migration = {
  async up(db: Kysely<unknown>) {
    const { key } = isPostgres(db) ? postgresTypes : sqliteTypes
    for (const statement of [
      `create table service_state (
        service ${key} primary key, succeeded_at bigint, failed_at bigint, cause text
      )`,
      `create table work_notice (
        only_row integer primary key, attempted_at bigint not null, announced_up_to bigint not null
      )`,
      `create table user_lock (
        user_id text primary key references user_account (id) on delete cascade,
        reason text not null, locked_at bigint not null, ends_at bigint not null
      )`,
      'create index operator_audit_by_operator on operator_audit (operator, number)',
      'create index operator_audit_by_action on operator_audit (action, number)',
      "create index correction_due on correction (due_at, number) where state <> '已办结'",
      "create index correction_decided on correction (decided_at, number) where state = '已办结'",
      'create index correction_company on correction (company_id, submitted_at)',
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}
