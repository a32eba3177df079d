import { emptyFacts } from '../../../domain/company/fact-columns.ts'
import type { CompanyListingTable, CompanyNameTable, CompanyTable } from '../../../platform/database/tables/company.ts'
import type { StatedListing, StatedName } from '../parse/sourced-facts.ts'

/** A company with its rows of all tables. Rows are replaced, never mutated. */
export type CompanyState = {
  row: CompanyTable
  names: Map<string, CompanyNameTable>
  listings: Map<string, CompanyListingTable>
  /** Qualified keys (scheme and key) of its sources. */
  keys: Set<string>
  /** Keys of all full names that a source ever stated, including the name in use. */
  knownNames: Set<string>
}

export const nameRowKey = (name: StatedName) => `${name.kind}\n${name.value}\n${name.valid_from}`
export const listingRowKey = (listing: StatedListing) => `${listing.exchange}\n${listing.code}`
type Identity = Pick<CompanyTable, 'id' | 'matched_by' | 'is_demo' | 'created_at'>

const template: CompanyTable = {
  id: '',
  matched_by: 'name',
  ...emptyFacts,
  hidden_representative: null,
  capital_comparable: null,
  industry_section: null,
  identity_source: null,
  identity_as_of: null,
  registration_source: null,
  registration_as_of: null,
  people_source: null,
  people_as_of: null,
  capital_source: null,
  capital_as_of: null,
  contact_source: null,
  contact_as_of: null,
  listing_source: null,
  listing_as_of: null,
  other_origins: '{}',
  prominence: 0,
  is_listed: 0,
  is_demo: 0,
  created_at: 0,
  updated_at: 0,
  only_run: null,
}

/** Copies one object, so that all rows share one hidden class of V8; assigning is faster than a second spread. */
export function emptyRow({ id, matched_by, is_demo, created_at }: Identity): CompanyTable {
  const row = { ...template }
  row.id = id
  row.matched_by = matched_by
  row.is_demo = is_demo
  row.created_at = created_at
  row.updated_at = created_at
  return row
}

export const companyColumns: readonly string[] = Object.keys(template)

/** Instants and the import do not count as a difference. */
const comparedColumns = companyColumns.filter((column) => !column.endsWith('_at') && column !== 'only_run')

export const sameRow = (a: CompanyTable, b: CompanyTable) =>
  comparedColumns.every((column) => Reflect.get(a, column) === Reflect.get(b, column))

/** Whether `stored` differs from `stated` in a column that `stated` has. */
export const differs = (stored: object, stated: object) =>
  Object.entries(stated).some(([column, value]) => Reflect.get(stored, column) !== value)

/** Entries of `wanted` that are missing in `stored` or differ from it. */
export function entriesMissing<T extends object>(
  wanted: ReadonlyMap<string, T>,
  stored: ReadonlyMap<string, T> | undefined,
): T[] {
  const missing: T[] = []
  for (const [key, value] of wanted) {
    const other = stored?.get(key)
    if (other === value || (other !== undefined && !differs(other, value))) continue
    missing.push(value)
  }
  return missing
}
