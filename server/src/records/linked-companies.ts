import { sql } from 'kysely'
import { nameKey } from '../domain/names/company-name.ts'
import { isPersonName } from '../domain/records/person-name.ts'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'
import { inJsonArrayText } from '../platform/database/in-json-array.ts'
import { isRealCompany } from '../platform/database/real-companies.ts'

/** A name in a record, with the code stated beside it; null for none. */
export type NamedCompany = { name: string; code: string | null }

/** Id of the named company when it is certain; null otherwise, and always for natural persons. */
export type CompanyLinks = (named: NamedCompany) => string | null

/**
 * Finds the companies named in records: by code, else by a full name that belongs to one company and that no other
 * company had or was mentioned by. At most three queries for any number of names.
 */
export function createLinkedCompanies(db: Database, includeDemo: boolean) {
  const companies = () => {
    const all = db.selectFrom('company')
    return includeDemo ? all : all.where(isRealCompany)
  }
  const findByCode = compileOnce(db, ([codes = '']) =>
    companies().select(['id', 'credit_code']).where('credit_code', 'in', inJsonArrayText(db, codes)),
  )
  const findByName = compileOnce(db, ([keys = '']) =>
    companies()
      .select((company) => ['name_key', company.fn.min('id').as('id'), company.fn.max('credit_code').as('credit_code')])
      .where('name_key', 'in', inJsonArrayText(db, keys))
      .groupBy('name_key')
      .having(sql`count(*)`, '=', sql.lit(1)),
  )
  const findOthers = compileOnce(db, ([keys = '']) =>
    db
      .selectFrom('company_name')
      .select(['value_key as name_key', 'company_id'])
      .where('kind', '=', sql.lit('former'))
      .where('value_key', 'in', inJsonArrayText(db, keys))
      .unionAll(
        db
          .selectFrom('company_known_name')
          .select(['name_key', 'company_id'])
          .where('name_key', 'in', inJsonArrayText(db, keys)),
      ),
  )

  /** Companies that are the only ones with their name, by normalised name. */
  async function uniqueByName(names: readonly string[]) {
    const keys = JSON.stringify([...new Set(names.map(nameKey))])
    const [bearers, others] =
      names.length === 0 ? [[], []] : await Promise.all([findByName([keys]), findOthers([keys])])
    const unique = new Map(bearers.map((company) => [company.name_key, company]))
    for (const { name_key, company_id } of others) if (unique.get(name_key)?.id !== company_id) unique.delete(name_key)
    return unique
  }

  return async (named: readonly NamedCompany[]): Promise<CompanyLinks> => {
    const codes = [...new Set(named.flatMap(({ code }) => code ?? []))]
    const byCode = codes.length === 0 ? [] : await findByCode([JSON.stringify(codes)])
    const ids = new Map(byCode.map(({ id, credit_code }) => [credit_code, id]))
    const hasKnownCode = ({ code }: NamedCompany) => code !== null && ids.has(code)
    const byName = named.flatMap((one) => (hasKnownCode(one) || isPersonName(one.name) ? [] : [one.name]))
    const unique = await uniqueByName(byName)

    return ({ name, code }) => {
      const byItsCode = code === null ? undefined : ids.get(code)
      if (byItsCode !== undefined) return byItsCode
      const company = isPersonName(name) ? undefined : unique.get(nameKey(name))
      // A different code: a namesake that is not stored.
      return company === undefined || (code !== null && company.credit_code !== null) ? null : company.id
    }
  }
}
