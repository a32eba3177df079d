import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createPartitions, partitionedTables } from '../partitions/partitioned-tables.ts'
import { isPostgres } from '../portable-sql.ts'
import { accountsSchema } from './0001-initial-schema/accounts.ts'
import { companiesSchema } from './0001-initial-schema/companies.ts'
import { importsSchema } from './0001-initial-schema/imports.ts'
import { operationsSchema } from './0001-initial-schema/operations.ts'
import { recordsSchema } from './0001-initial-schema/records.ts'
import { requestsSchema } from './0001-initial-schema/requests.ts'
import { postgresTypes, sqliteTypes } from './0001-initial-schema/schema-types.ts'

/** Tables of one row, which statements update without a case for its absence. */
const onlyRows = `
insert into event_cursor (seq) values (0);
insert into record_revision (revision) values (0);
insert into tracking_person_count (next_number) values (0);
insert into operator_audit_head (only_row, number, hash) values (1, 0, '');
`

/** The retention of the audit of operators, less a day for clocks that differ. Milliseconds. */
const RETENTION_MS = (3 * 365 - 1) * 86_400_000

/**
 * Rows of the audit of operators never change, and are deleted only after their retention, by the clock of the database. A published
 * text never changes: users consented to it.
 */
const sqliteTriggers = [
  `create trigger operator_audit_append_only before update on operator_audit
    begin select raise(abort, 'operator_audit is append-only'); end`,
  `create trigger operator_audit_retained before delete on operator_audit
    when old.at > unixepoch('now') * 1000 - ${RETENTION_MS}
    begin select raise(abort, 'operator_audit is append-only'); end`,
  // `insert or replace` deletes the row of the same id or number without a trigger for deletes.
  `create trigger operator_audit_not_replaced before insert on operator_audit
    when exists (select 1 from operator_audit where id = new.id or number = new.number)
    begin select raise(abort, 'operator_audit is append-only'); end`,
  ...(['update', 'delete'] as const).map(
    (change) => `create trigger agreement_version_no_${change} before ${change} on agreement_version
      begin select raise(abort, 'agreement_version is append-only'); end`,
  ),
]

const postgresTriggers = [
  `create function refuse_operator_audit_update() returns trigger language plpgsql as
    $$ begin raise exception 'operator_audit is append-only'; end $$`,
  `create trigger operator_audit_append_only before update on operator_audit
    for each row execute function refuse_operator_audit_update()`,
  `create function refuse_operator_audit_delete() returns trigger language plpgsql as
    $$ begin
      if old.at > extract(epoch from clock_timestamp()) * 1000 - ${RETENTION_MS} then
        raise exception 'operator_audit is append-only';
      end if;
      return old;
    end $$`,
  `create trigger operator_audit_retained before delete on operator_audit
    for each row execute function refuse_operator_audit_delete()`,
  `create function refuse_agreement_version_change() returns trigger language plpgsql as
    $$ begin raise exception 'agreement_version is append-only'; end $$`,
  `create trigger agreement_version_append_only before update or delete on agreement_version
    for each row execute function refuse_agreement_version_change()`,
]

/** Tracked events of users, one partition per day, in the order in which a day is read. With SQLite they are files. */
const trackedEvents = `
create table tracked_event (
  day date not null, device bigint not null, at bigint not null, subject bigint, type smallint not null,
  page_key text not null, url text not null, referrer text not null, is_first boolean not null,
  track_id text not null, element_text text not null, custom text not null, context text not null, new_device bigint
) partition by range (day);
create index tracked_event_order on tracked_event (device, at);
`

const statementsOf = (schema: string) =>
  schema
    .split(';\n')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/** The schema of version 1.0.0. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = isPostgres(db)
    const types = postgres ? postgresTypes : sqliteTypes
    const schema = [
      companiesSchema(types),
      importsSchema(types),
      recordsSchema(types),
      accountsSchema(types),
      requestsSchema(types),
      operationsSchema(types),
      onlyRows,
      postgres ? trackedEvents : '',
    ].join('')
    const triggers = postgres ? postgresTriggers : sqliteTriggers
    for (const statement of [...statementsOf(schema), ...triggers]) await sql.raw(statement).execute(db)
    if (postgres) for (const table of partitionedTables) await createPartitions(db, table)
  },
}
