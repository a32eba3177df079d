import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, type SchemaTypes, sqliteTypes } from './0001-initial/schema-types.ts'

const statements = ({ key }: SchemaTypes) => [
  `create table agreement_version (
    type ${key} not null, number bigint not null, title text not null, version ${key} not null,
    consent_version ${key} not null, effective_on ${key} not null, change_summary text, text text not null,
    fields text not null, author text not null, published_at bigint not null,
    constraint agreement_version_key primary key (type, number)
  )`,
  `create table agreement_draft (
    type ${key} primary key, text text not null, change_summary text, revision text not null, editor text not null,
    saved_at bigint not null
  )`,
  `create table agreement_field (name ${key} primary key, value text not null)`,
]

const REFUSED = 'agreement_version is append-only'

/** A published text is never changed: users consented to it. */
const triggers = {
  sqlite: (['update', 'delete'] as const).map(
    (change) => `create trigger agreement_version_no_${change} before ${change} on agreement_version
      begin select raise(abort, '${REFUSED}'); end`,
  ),
  postgres: [
    `create function refuse_agreement_version_change() returns trigger language plpgsql as
      $$ begin raise exception '${REFUSED}'; end $$`,
    `create trigger agreement_version_append_only before update or delete on agreement_version
      for each row execute function refuse_agreement_version_change()`,
  ],
}

/** Agreements in versions, and their drafts. */
export const agreementVersions: Migration = {
  async up(db: Kysely<unknown>) {
    const kind = isPostgres(db) ? 'postgres' : 'sqlite'
    const all = [...statements(kind === 'postgres' ? postgresTypes : sqliteTypes), ...triggers[kind]]
    for (const statement of all) await sql.raw(statement).execute(db)
  },
}
