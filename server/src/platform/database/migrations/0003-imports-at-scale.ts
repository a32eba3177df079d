import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** Imports in any order of the files, and fingerprints of rows that need not be read again. */
export const importsAtScale: Migration = {
  async up(db: Kysely<unknown>) {
    const key = isPostgres(db) ? sql`text collate "C"` : sql`text`

    await db.schema
      .createTable('company_told_name')
      .addColumn('name_key', key, (column) => column.notNull())
      .addColumn('company_id', key, (column) => column.notNull().references('company.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('company_told_name_columns', ['name_key', 'company_id'])
      .execute()
    await db.schema.createIndex('company_told_name_company').on('company_told_name').column('company_id').execute()

    await db.schema
      .createTable('company_part')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('company_id', key, (column) => column.notNull().references('company.id').onDelete('cascade'))
      .addColumn('content', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('company_part_company').on('company_part').column('company_id').execute()

    await db.schema
      .createTable('company_former_id')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('company_id', key, (column) => column.notNull())
      .execute()
    await db.schema.createIndex('company_former_id_company').on('company_former_id').column('company_id').execute()

    await db.schema
      .createTable('waiting_row')
      .addColumn('slot', key, (column) => column.notNull())
      .addColumn('digest', key, (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('waiting_row_columns', ['slot', 'digest'])
      .execute()

    await db.schema
      .createTable('taken_list')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('conditions', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('taken_rows')
      .addColumn('list_id', key, (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('from_row', 'bigint', (column) => column.notNull())
      .addColumn('fingerprints', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('taken_rows_columns', ['list_id', 'generation', 'from_row'])
      .execute()

    await db.schema
      .createTable('source_correction')
      .addColumn('source_id', key, (column) => column.primaryKey())
      .addColumn('times', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .alterTable('import_run')
      .addColumn('waiting', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
