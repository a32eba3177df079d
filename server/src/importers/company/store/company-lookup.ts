import type { BulkReader } from '../../../platform/database/bulk-session.ts'
import type { CompanyTable } from '../../../platform/database/tables/company.ts'
import type { KeyColumn, KeyIndex } from './first-load.ts'

/** Finds the stored companies that have one of the keys in the column. */
export type CompanyLookup = (column: KeyColumn, keys: readonly string[]) => Promise<CompanyTable[]>

export const lookupInStore =
  (reader: BulkReader): CompanyLookup =>
  (column, keys) =>
    reader.selectIn<CompanyTable>('company', column, keys)

/** Reads only the companies that the index in memory finds. */
export const lookupByIndex =
  (reader: BulkReader, index: KeyIndex): CompanyLookup =>
  async (column, keys) => {
    const found = index.find(column, keys)
    if (found.length === 0) return []
    const wanted = new Set(keys)
    const companies = await reader.selectIn<CompanyTable>('company', 'id', found)
    return companies.filter((company) => wanted.has(company[column] ?? ''))
  }
