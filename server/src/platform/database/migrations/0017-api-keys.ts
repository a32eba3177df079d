import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keys of users for scripts and agents. */
export const apiKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table api_key (
      key_hash text primary key,
      id text not null unique,
      user_id text not null references user_account (id) on delete cascade,
      name text not null, ending text not null,
      created_at bigint not null, expires_at bigint not null, last_used_at bigint,
      used_on text not null, used_calls integer not null
    )`.execute(db)
    await sql`create index api_key_user on api_key (user_id, created_at)`.execute(db)
    await sql`create index api_key_expiry on api_key (expires_at)`.execute(db)
  },
}
