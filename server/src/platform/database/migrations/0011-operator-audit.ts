import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** One row for each change by an operator. A row never changes; the retention job deletes it. */
export const operatorAudit: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('operator_audit')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('reason', 'text')
      .execute()
    await db.schema.createIndex('operator_audit_at').on('operator_audit').column('at').execute()
    // Actions that an operator may repeat only so often.
    await db.schema
      .createIndex('operator_audit_action')
      .on('operator_audit')
      .columns(['operator', 'action', 'at'])
      .execute()

    if (isPostgres(db)) {
      await sql`create function refuse_operator_audit_update() returns trigger language plpgsql as
        $$ begin raise exception 'operator_audit is append-only'; end $$`.execute(db)
      await sql`create trigger operator_audit_append_only before update on operator_audit
        for each row execute function refuse_operator_audit_update()`.execute(db)
    } else {
      await sql`create trigger operator_audit_append_only before update on operator_audit
        begin select raise(abort, 'operator_audit is append-only'); end`.execute(db)
    }
  },
}
