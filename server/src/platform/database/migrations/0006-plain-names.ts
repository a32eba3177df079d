import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

const tables = [
  ['company_told_name', 'company_known_name'],
  ['waiting_row', 'pending_row'],
  ['taken_list', 'row_fingerprint_list'],
  ['taken_rows', 'row_fingerprint_batch'],
  ['source_correction', 'source_restatement'],
] as const

/** Tables by their new names. */
const columns = [
  ['pending_row', 'slot', 'lookup_key'],
  ['import_run', 'waiting', 'pending'],
  ['import_run', 'not_kept', 'excluded'],
  ['gift_grant', 'mobile_seal', 'mobile_hmac'],
  ['sms_code', 'code_seal', 'code_hmac'],
  ['captcha', 'answer_seal', 'answer_hmac'],
] as const

/** PostgreSQL names constraints after their table, SQLite does not. */
async function renameConstraints(db: Kysely<unknown>, before: string, after: string) {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = ${after}::regclass and starts_with(conname, ${before})`.execute(db)
  for (const { name } of rows) {
    const renamed = after + name.slice(before.length)
    await sql`alter table ${sql.table(after)} rename constraint ${sql.id(name)} to ${sql.id(renamed)}`.execute(db)
  }
}

/** Renames tables, columns and one key of stored JSON to the words of the code. Rows are kept. */
export const plainNames: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [before, after] of tables) await db.schema.alterTable(before).renameTo(after).execute()
    for (const [table, before, after] of columns) {
      await db.schema.alterTable(table).renameColumn(before, after).execute()
    }
    await sql`update company_part set content = replace(content, '"toldNames":', '"knownNames":')`.execute(db)
    if (!isPostgres(db)) {
      // SQLite cannot rename an index.
      await db.schema.dropIndex('company_told_name_company').execute()
      await db.schema.createIndex('company_known_name_company').on('company_known_name').column('company_id').execute()
      return
    }
    await sql`alter index company_told_name_company rename to company_known_name_company`.execute(db)
    for (const [before, after] of tables) await renameConstraints(db, before, after)
  },
}
