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

/** Renaming the index of a primary key in PostgreSQL also renames the constraint. SQLite names neither. */
const postgresKeys = [
  ['company_told_name_columns', 'company_known_name_columns'],
  ['waiting_row_columns', 'pending_row_columns'],
  ['taken_list_pkey', 'row_fingerprint_list_pkey'],
  ['taken_rows_columns', 'row_fingerprint_batch_columns'],
  ['source_correction_pkey', 'source_restatement_pkey'],
] as const

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
    for (const [before, after] of [['company_told_name_company', 'company_known_name_company'], ...postgresKeys]) {
      await sql`alter index ${sql.id(before)} rename to ${sql.id(after)}`.execute(db)
    }
    await sql`alter table company_known_name
      rename constraint company_told_name_company_id_fkey to company_known_name_company_id_fkey`.execute(db)
  },
}
