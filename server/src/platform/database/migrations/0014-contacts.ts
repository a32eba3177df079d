import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { numberKeyOf, ownContactsOf } from '../../../domain/contacts/contact-value.ts'
import { isPostgres } from '../dialect.ts'

/** Companies per step. */
const BATCH = 1_000

type Company = { id: string; phones: string; email: string | null; website: string | null }

const hasColumn = async (db: Kysely<unknown>, table: string, column: string) =>
  (await db.introspection.getTables())
    .find(({ name }) => name === table)
    ?.columns.some(({ name }) => name === column) === true

/** Stores the contacts of the companies that exist. A repeated step changes nothing. */
async function fillCompanyContacts(db: Kysely<unknown>) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: Company[] } = await sql<Company>`select id, phones, email, website from company
      where id > ${after} and (phones <> '[]' or email is not null or website is not null)
      order by id limit ${sql.lit(BATCH)}`.execute(db)
    const pairs = rows.flatMap((company) =>
      ownContactsOf(company).map(({ value }) => JSON.stringify([numberKeyOf(value), company.id])),
    )
    const json = isPostgres(db) ? sql`(pair::json ->> 0), (pair::json ->> 1)` : sql`pair ->> 0, pair ->> 1`
    const each = isPostgres(db)
      ? sql`unnest(array(select json_array_elements_text(${JSON.stringify(pairs)}::json))) as pairs(pair)`
      : sql`(select value as pair from json_each(${JSON.stringify(pairs)}))`
    await sql`insert into company_contact (number_key, company_id, is_hidden)
      select ${json}, 0 from ${each} where true on conflict do nothing`.execute(db)
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id
  }
}

/** Contacts of companies by number, and hidden numbers. Each step can be repeated, so that it may be interrupted. */
export const contacts: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = isPostgres(db)
    const key = postgres ? sql`text collate "C"` : sql`text`
    const inKeyOrder = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
      postgres ? table : table.modifyEnd(sql`without rowid`)

    await inKeyOrder(
      db.schema
        .createTable('company_contact')
        .ifNotExists()
        .addColumn('number_key', key, (column) => column.notNull())
        .addColumn('company_id', key, (column) => column.notNull().references('company.id').onDelete('cascade'))
        .addColumn('is_hidden', 'smallint', (column) => column.notNull())
        .addPrimaryKeyConstraint('company_contact_key', ['number_key', 'company_id']),
    ).execute()
    await db.schema
      .createIndex('company_contact_company')
      .ifNotExists()
      .on('company_contact')
      .column('company_id')
      .execute()
    await sql`create index if not exists company_contact_hidden on company_contact (company_id)
      where is_hidden = 1`.execute(db)

    await db.schema
      .createTable('hidden_number')
      .ifNotExists()
      .addColumn('number_hmac', key, (column) => column.primaryKey())
      .addColumn('number_sealed', 'text', (column) => column.notNull())
      .addColumn('added_by', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('hidden_at', 'bigint', (column) => column.notNull())
      .execute()

    if (!(await hasColumn(db, 'record', 'is_number_hidden'))) {
      await db.schema.alterTable('record').addColumn('is_number_hidden', 'smallint').execute()
    }
    await fillCompanyContacts(db)
  },
}
