import { isLei } from '@baiqicha/contract/certificate-checks'
import type { HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import { foldName, nameKey } from '../../domain/names/company-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRealCompany } from '../../platform/database/portable-sql.ts'
import type { CompanyHit } from '../../search/company-search.ts'

type Lookup = { keyword: string; limit: number; includeDemo: boolean }

/** Upper bound of all texts with this prefix: no name contains the last code point. */
const afterPrefix = (prefix: string) => `${prefix}\u{10FFFF}`

function prefixRange(name: string, length: number): HitRanges {
  const end = foldName(name).ends[length - 1]
  return end === undefined ? [] : [[0, end]]
}

const whole = (field: MatchReason['field'], companyId: string, text: string): CompanyHit => ({
  companyId,
  matchReason: { field, text },
  hitRanges: [[0, text.length]],
})

/**
 * Exact names, codes and former names first, then names that start with the keyword; each company once. Every step is
 * an index look-up; a prefix is a key range.
 */
export async function findDirectHits(db: Database, { keyword, limit, includeDemo }: Lookup): Promise<CompanyHit[]> {
  const key = nameKey(keyword)
  if (key === '') return []
  const code = keyword.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  const visible = () => {
    const companies = db.selectFrom('company').select(['company.id as id', 'company.name as name']).limit(limit)
    return includeDemo ? companies : companies.where(isRealCompany)
  }
  const steps: (() => Promise<CompanyHit[]>)[] = [
    async () =>
      (await visible().where('name_key', '=', key).orderBy('prominence').orderBy('id').execute()).map((row) =>
        whole('name', row.id, row.name),
      ),
    async () =>
      (await visible().where('credit_code', '=', code).execute()).map((row) => whole('creditCode', row.id, code)),
    async () =>
      (await visible().where('registration_number', '=', code).orderBy('id').execute()).map((row) =>
        whole('registrationNumber', row.id, code),
      ),
    async () =>
      isLei(code)
        ? (await visible().where('lei', '=', code).orderBy('id').execute()).map((row) => whole('lei', row.id, code))
        : [],
    async () => {
      const listings = visible().innerJoin('company_listing as listing', 'listing.company_id', 'company.id')
      const rows = await listings
        .where((where) => where.or([where('listing.code', '=', code), where('listing.old_code', '=', code)]))
        .orderBy('company.id')
        .execute()
      return rows.map((row) => whole('stockCode', row.id, code))
    },
    async () => {
      const names = visible().innerJoin('company_name as other', 'other.company_id', 'company.id')
      const rows = await names
        .where('other.value_key', '=', key)
        .select(['other.kind as kind', 'other.value as value'])
        .orderBy('prominence')
        .orderBy('company.id')
        .execute()
      const fields = { former: 'formerName', formerShort: 'formerShortName', alias: 'alias' } as const
      return rows.map((row) => whole(fields[row.kind], row.id, row.value))
    },
    async () => {
      const rows = await visible()
        .where('name_key', '>', key)
        .where('name_key', '<', afterPrefix(key))
        .orderBy('name_key')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        companyId: row.id,
        matchReason: { field: 'name', text: row.name },
        hitRanges: prefixRange(row.name, key.length),
      }))
    },
  ]
  const hits = new Map<string, CompanyHit>()
  for (const step of steps) {
    for (const hit of await step()) if (!hits.has(hit.companyId)) hits.set(hit.companyId, hit)
    if (hits.size >= limit) break
  }
  return [...hits.values()].slice(0, limit)
}
