import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** The retention of the audit of operators, less a day for clocks that differ. Milliseconds. */
const RETENTION_MS = (3 * 365 - 1) * 86_400_000

/**
 * A suppressed legal representative stands in a column of its own. Rows of the audit of operators cannot be deleted
 * before their retention ends, whoever asks: by the clock of the database.
 */
export const privacy: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('company').addColumn('hidden_representative', 'text').execute()

    if (isPostgres(db)) {
      await sql`create function refuse_operator_audit_delete() returns trigger language plpgsql as
        $$ begin
          if old.at > extract(epoch from clock_timestamp()) * 1000 - ${sql.lit(RETENTION_MS)} then
            raise exception 'operator_audit is append-only';
          end if;
          return old;
        end $$`.execute(db)
      await sql`create trigger operator_audit_retained before delete on operator_audit
        for each row execute function refuse_operator_audit_delete()`.execute(db)
      return
    }
    await sql`create trigger operator_audit_retained before delete on operator_audit
      when old.at > unixepoch('now') * 1000 - ${sql.lit(RETENTION_MS)}
      begin select raise(abort, 'operator_audit is append-only'); end`.execute(db)
    // `insert or replace` deletes the row of the same id without a trigger for deletes.
    await sql`create trigger operator_audit_not_replaced before insert on operator_audit
      when exists (select 1 from operator_audit where id = new.id)
      begin select raise(abort, 'operator_audit is append-only'); end`.execute(db)
  },
}
