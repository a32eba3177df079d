import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../portable-sql.ts'
import { postgresTypes, type SchemaTypes, sqliteTypes } from './0001-initial/schema-types.ts'

const statements = ({ key }: SchemaTypes) => [
  `create table operator (
    id ${key} primary key, name text unique, roles text not null, password_hash text, totp_secret text,
    totp_step bigint not null, setup_hash text, setup_expires_at bigint, created_at bigint not null
  )`,
  `create table operator_session (
    token_hash ${key} primary key,
    operator_id ${key} not null, created_at bigint not null, last_used_at bigint not null, expires_at bigint not null
  )`,
  'create index operator_session_operator on operator_session (operator_id)',
  `create table operator_recovery_code (
    operator_id ${key} not null, code_hash text not null,
    constraint operator_recovery_code_key primary key (operator_id, code_hash)
  )`,
  'create table operator_audit_head (only_row integer primary key, number bigint not null, hash text not null)',
  'alter table operator_audit add column number bigint',
  'alter table operator_audit add column origin text',
  'alter table operator_audit add column previous_hash text',
  'create unique index operator_audit_number on operator_audit (number)',
  'create index operator_audit_subject on operator_audit (subject, at)',
]

/** The trigger that refuses updates; it is absent while the rows before this version are chained. */
const dropTrigger = {
  sqlite: 'drop trigger operator_audit_append_only',
  postgres: 'drop trigger operator_audit_append_only on operator_audit',
}
const createTrigger = {
  sqlite: `create trigger operator_audit_append_only before update on operator_audit
    begin select raise(abort, 'operator_audit is append-only'); end`,
  postgres: `create trigger operator_audit_append_only before update on operator_audit
    for each row execute function refuse_operator_audit_update()`,
}

/** `insert or replace` deletes the row of the same id or number without a trigger for deletes. PostgreSQL has no such insert. */
const notReplaced = [
  'drop trigger operator_audit_not_replaced',
  `create trigger operator_audit_not_replaced before insert on operator_audit
    when exists (select 1 from operator_audit where id = new.id or number = new.number)
    begin select raise(abort, 'operator_audit is append-only'); end`,
]

type Row = Record<'id' | 'operator' | 'action' | 'subject', string> &
  Record<'before' | 'after' | 'reason', string | null> & { at: number }

const PAGE = 1_000

/** Numbers the rows in the order of their time. Returns the last number and hash. */
async function chainRows(db: Kysely<unknown>) {
  let [number, hash] = [0, '']
  for (;;) {
    const { rows } = await sql<Row>`select id, at, operator, action, subject, before, after, reason
      from operator_audit where number is null order by at, id limit ${PAGE}`.execute(db)
    for (const { id, at, operator, action, subject, before, after, reason } of rows) {
      number += 1
      await sql`update operator_audit set number = ${number}, previous_hash = ${hash} where id = ${id}`.execute(db)
      const fields = [number, id, at, operator, null, action, subject, before, after, reason, hash]
      hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
    }
    if (rows.length < PAGE) return { number, hash }
  }
}

/** Operators with their sessions, and the chain of the audit. */
export const operatorsAndAuditChain: Migration = {
  async up(db: Kysely<unknown>) {
    const kind = isPostgres(db) ? 'postgres' : 'sqlite'
    for (const statement of statements(kind === 'postgres' ? postgresTypes : sqliteTypes)) {
      await sql.raw(statement).execute(db)
    }
    await sql.raw(dropTrigger[kind]).execute(db)
    const { number, hash } = await chainRows(db)
    await sql.raw(createTrigger[kind]).execute(db)
    if (kind === 'sqlite') for (const statement of notReplaced) await sql.raw(statement).execute(db)
    await sql`insert into operator_audit_head (only_row, number, hash) values (1, ${number}, ${hash})`.execute(db)
  },
}
