import { emptyFacts } from '../../src/domain/company/fact-columns.ts'
import { nameKey } from '../../src/domain/names/company-name.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type {
  CompanyListingTable,
  CompanyNameTable,
  CompanyTable,
  SourceTable,
} from '../../src/platform/database/tables/company.ts'

export type BuiltName = Pick<CompanyNameTable, 'kind' | 'value'> & Partial<CompanyNameTable>
export type BuiltListing = Pick<CompanyListingTable, 'code'> & Partial<CompanyListingTable>

export type BuiltCompany = { row: CompanyTable; names: CompanyNameTable[]; listings: CompanyListingTable[] }

/** 2026-06-30; facts of built companies are recent on this day. */
export const BUILT_AT = Date.UTC(2026, 5, 30)

let built = 0

/** The source of built companies. */
export const buildSource = (deviation: Partial<SourceTable> = {}): SourceTable => ({
  id: 'test',
  name: '测试来源',
  scope: '测试企业',
  url: null,
  licence: 'CC0-1.0',
  kind: 'register',
  as_of: '2026-06',
  ...deviation,
})

/** An active, unlisted, fictional company with the facts of a list row. Ids count up; `name_key` follows the name. */
export function buildCompany({
  names = [],
  listings = [],
  ...deviation
}: Partial<CompanyTable> & { names?: BuiltName[]; listings?: BuiltListing[] } = {}): BuiltCompany {
  built += 1
  const name = deviation.name ?? `演示第${built}贸易有限公司`
  const id = deviation.id ?? `c-test-${String(built).padStart(6, '0')}`
  const row: CompanyTable = {
    ...emptyFacts,
    hidden_representative: null,
    name_key: nameKey(name),
    matched_by: 'sourceKey',
    status: '存续',
    status_raw: '存续',
    business_type: '有限责任公司',
    legal_representative: '演示甲',
    capital_value: 500,
    capital_unit: '万元',
    capital_currency: 'CNY',
    capital_comparable: 500,
    founded_on: '2015-03-09',
    region_code: '440300',
    industry_code: '51',
    industry_section: 'F',
    identity_source: 'test',
    identity_as_of: '2026-06',
    registration_source: 'test',
    registration_as_of: '2026-06',
    people_source: 'test',
    people_as_of: '2026-06',
    capital_source: 'test',
    capital_as_of: '2026-06',
    contact_source: null,
    contact_as_of: null,
    listing_source: null,
    listing_as_of: null,
    other_origins: '{}',
    prominence: 600,
    is_listed: 0,
    is_demo: 0,
    created_at: BUILT_AT,
    updated_at: BUILT_AT,
    only_run: null,
    ...deviation,
    id,
    name,
  }
  return {
    row,
    names: names.map((other) => ({
      company_id: id,
      value_key: nameKey(other.value),
      valid_from: '',
      valid_to: null,
      source: null,
      ...other,
    })),
    listings: listings.map((listing) => ({
      company_id: id,
      exchange: 'SZSE',
      old_code: null,
      board: '主板',
      state: '上市',
      listed_on: null,
      delisted_on: null,
      ...listing,
    })),
  }
}

/** Stores companies, and the changes that the search index follows. */
export async function insertCompanies(db: Database, companies: readonly BuiltCompany[]): Promise<void> {
  await db
    .insertInto('source')
    .values(buildSource())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const { row, names, listings } of companies) {
    await db.insertInto('company').values(row).execute()
    if (names.length > 0) await db.insertInto('company_name').values(names).execute()
    if (listings.length > 0) await db.insertInto('company_listing').values(listings).execute()
    await db.insertInto('company_change').values({ company_id: row.id, at: row.updated_at }).execute()
  }
}
