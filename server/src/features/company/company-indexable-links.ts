import { anyOf } from '../../platform/database/any-of.ts'
import type { Database } from '../../platform/database/database.ts'
import { subjectKeysOfCompany } from '../../records/subject-key.ts'
import type { LinkedCompany } from './company-indexable-records.ts'

const COUNTED = 2
/** Under which keys the records of each company stand, by its id. */
export async function linkedKeysOf(
  db: Database,
  companies: readonly LinkedCompany[],
): Promise<Map<string, readonly string[]>> {
  const names = [...new Set(companies.map((company) => company.name_key))]
  const told = Map.groupBy(
    await db.selectFrom('subject_name').selectAll().where('name_key', 'in', anyOf(db, names)).execute(),
    (row) => row.name_key,
  )
  const shared = await sharedNames(db, names)
  return new Map(
    companies.map((company) => {
      const own = subjectKeysOfCompany(company)
      const byName = `n:${company.name_key}`
      const certain = own.filter((key) => key !== byName)
      const others = (told.get(company.name_key) ?? [])
        .map((row) => row.subject_key)
        .filter((key) => !own.includes(key))
      const isKnownByName = !shared.has(company.name_key) && others.length <= (company.credit_code === null ? 1 : 0)
      return [company.id, isKnownByName ? [...certain, ...others, byName] : certain]
    }),
  )
}

async function sharedNames(db: Database, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('company')
    .select('name_key')
    .where('name_key', 'in', anyOf(db, names))
    .groupBy('name_key')
    .having((group) => group.fn.countAll<number>(), '>=', COUNTED)
    .execute()
  return new Set(rows.map((row) => row.name_key))
}
