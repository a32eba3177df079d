import type { Database } from '../../../platform/database/database.ts'
import { inJsonArray, isRealCompany } from '../../../platform/database/portable-sql.ts'

export type MatchedCompany = { name: string; creditCode: string | null }

const columns = ['company.name as name', 'company.credit_code as creditCode'] as const

/** Real companies by a key that `key` selects; keys that several companies have are left out. */
function byUniqueKey(rows: readonly (MatchedCompany & { key: string })[]): Map<string, MatchedCompany> {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return new Map([...groups].flatMap(([key, [only, another]]) => (only && !another ? [[key, only]] : [])))
}

/** Real companies by the key of their current name, if exactly one has it. */
export async function findByNameKeys(db: Database, keys: readonly string[]): Promise<Map<string, MatchedCompany>> {
  if (keys.length === 0) return new Map()
  const named = db.selectFrom('company').where('name_key', 'in', inJsonArray(db, keys)).where(isRealCompany)
  return byUniqueKey(await named.select([...columns, 'name_key as key']).execute())
}

/** Real companies by the code of an A share. */
export async function findByStockCodes(db: Database, codes: readonly string[]): Promise<Map<string, MatchedCompany>> {
  if (codes.length === 0) return new Map()
  const listed = db
    .selectFrom('company')
    .innerJoin('company_listing as listing', 'listing.company_id', 'company.id')
    .where('listing.code', 'in', inJsonArray(db, codes))
    .where('listing.exchange', 'in', ['SSE', 'SZSE', 'BSE'])
    .where(isRealCompany)
  return byUniqueKey(await listed.select([...columns, 'listing.code as key']).execute())
}

/** Companies by the key that a source gave them. */
export async function findBySourceKeys(
  db: Database,
  scheme: string,
  keys: readonly string[],
): Promise<Map<string, MatchedCompany>> {
  if (keys.length === 0) return new Map()
  const keyed = db
    .selectFrom('company')
    .innerJoin('company_key', 'company_key.company_id', 'company.id')
    .where('company_key.scheme', '=', scheme)
    .where('company_key.source_key', 'in', inJsonArray(db, keys))
  return byUniqueKey(await keyed.select([...columns, 'company_key.source_key as key']).execute())
}
