import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

const groups = ['identity', 'registration', 'people', 'capital', 'contact', 'listing']

/**
 * Codes and comparison keys sort by code point in both databases, so that one range query finds a prefix. SQLite does
 * so by default; PostgreSQL would use the operator's locale.
 */
const keyText = (postgres: boolean) => (postgres ? sql`text collate "C"` : sql`text`)

async function createCompany(db: Kysely<unknown>, key: ReturnType<typeof keyText>) {
  let table: CreateTableBuilder<'company', string> = db.schema
    .createTable('company')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('credit_code', key)
    .addColumn('registration_number', key)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', key, (column) => column.notNull())
    .addColumn('matched_by', 'text', (column) => column.notNull())
  const optionalTexts = [
    'name_english',
    'short_name',
    'status',
    'status_raw',
    'business_type',
    'joint_stock_type',
    'legal_representative',
    'legal_representative_title',
    'capital_unit',
    'capital_currency',
    'paid_in_unit',
    'paid_in_currency',
    'founded_on',
    'approved_on',
    'term_from',
    'term_to',
    'authority',
    'region_code',
    'industry_code',
    'industry_section',
    'address',
    'mail_address',
    'scope',
    'website',
    'email',
    'staff_size',
    'taxpayer_type',
    'customs_code',
    'ended_on',
    'ended_reason',
    'ended_office',
    ...groups.flatMap((group) => [`${group}_source`, `${group}_as_of`]),
  ]
  for (const name of optionalTexts) table = table.addColumn(name, name === 'founded_on' ? key : 'text')
  for (const name of ['capital_value', 'capital_comparable', 'paid_in_value']) {
    table = table.addColumn(name, 'double precision')
  }
  for (const name of ['staff_year', 'insured_count', 'insured_year']) table = table.addColumn(name, 'integer')
  await table
    .addColumn('phones', 'text', (column) => column.notNull())
    .addColumn('other_origins', 'text', (column) => column.notNull())
    .addColumn('prominence', 'integer', (column) => column.notNull())
    .addColumn('is_listed', 'smallint', (column) => column.notNull())
    .addColumn('is_demo', 'smallint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  const index = (name: string) => db.schema.createIndex(name).on('company')
  await index('company_credit_code').unique().column('credit_code').execute()
  await index('company_registration_number').column('registration_number').execute()
  await index('company_name_key').column('name_key').execute()
  await index('company_newest').columns(['is_demo', 'founded_on', 'id']).execute()
}

export const companies: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = isPostgres(db)
    const key = keyText(postgres)

    await db.schema
      .createTable('source')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('url', 'text')
      .addColumn('licence', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('as_of', 'text')
      .execute()

    await createCompany(db, key)

    await db.schema
      .createTable('company_name')
      .addColumn('company_id', key, (column) => column.notNull().references('company.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('value_key', key, (column) => column.notNull())
      .addColumn('valid_from', 'text', (column) => column.notNull())
      .addColumn('valid_to', 'text')
      .addPrimaryKeyConstraint('company_name_key_columns', ['company_id', 'kind', 'value', 'valid_from'])
      .execute()
    await db.schema.createIndex('company_name_value_key').on('company_name').column('value_key').execute()

    await db.schema
      .createTable('company_listing')
      .addColumn('company_id', key, (column) => column.notNull().references('company.id').onDelete('cascade'))
      .addColumn('exchange', 'text', (column) => column.notNull())
      .addColumn('code', key, (column) => column.notNull())
      .addColumn('old_code', key)
      .addColumn('board', 'text')
      .addColumn('state', 'text')
      .addColumn('listed_on', 'text')
      .addColumn('delisted_on', 'text')
      .addPrimaryKeyConstraint('company_listing_key_columns', ['company_id', 'exchange', 'code'])
      .execute()
    await db.schema.createIndex('company_listing_code').on('company_listing').column('code').execute()
    await db.schema.createIndex('company_listing_old_code').on('company_listing').column('old_code').execute()

    await db.schema
      .createTable('company_key')
      .addColumn('scheme', 'text', (column) => column.notNull())
      .addColumn('source_key', key, (column) => column.notNull())
      .addColumn('company_id', key, (column) => column.notNull().references('company.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('company_key_columns', ['scheme', 'source_key'])
      .execute()
    await db.schema.createIndex('company_key_company').on('company_key').column('company_id').execute()

    await db.schema
      .createTable('company_change')
      .addColumn('seq', postgres ? 'bigserial' : 'integer', (column) =>
        postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn('company_id', key, (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()

    await db.schema
      .createTable('import_run')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('rows_read', 'bigint', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('changed', 'bigint', (column) => column.notNull())
      .addColumn('unchanged', 'bigint', (column) => column.notNull())
      .addColumn('rejected', 'bigint', (column) => column.notNull())
      .addColumn('rejects_bytes', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
