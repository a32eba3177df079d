import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mail addresses and webhooks that receive the changes of followed companies, and the addresses that operators stopped. */
export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table alert_target (
      id text primary key,
      user_id text not null references user_account (id) on delete cascade,
      channel text not null, format text not null,
      address_sealed text not null, address_masked text not null, address_hmac text not null,
      created_at bigint not null,
      sent_seq bigint not null, taken_day text not null, done_day text not null, sent_at bigint,
      attempts integer not null, retry_at bigint not null,
      refusals integer not null, is_refused smallint not null,
      cause text, failed_at bigint,
      unique (user_id, channel)
    )`.execute(db)
    // The targets of a day are read by this index until none is left.
    await sql`create index alert_target_day on alert_target (taken_day, attempts)`.execute(db)
    await sql`create index alert_target_address on alert_target (address_hmac)`.execute(db)
    await sql`create table alert_stop (
      address_hmac text primary key,
      address_masked text not null, reason text not null, stopped_at bigint not null
    )`.execute(db)
  },
}
