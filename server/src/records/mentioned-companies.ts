import { sql } from 'kysely'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'
import { inJsonArrayText } from '../platform/database/in-json-array.ts'

/** Beyond this number the candidates would be namesakes. */
const CANDIDATES = 20

/**
 * Finds ids of companies that subject keys may refer to. `CompanySubjectsReader` decides which of them the keys belong
 * to.
 */
export function createMentionedCompanies(
  db: Database,
  most = CANDIDATES,
): (keys: readonly string[]) => Promise<string[]> {
  const findCandidates = compileOnce(db, ([codes = '', numbers = '', names = '']) => {
    const companies = db.selectFrom('company').select('id')
    return companies
      .where('credit_code', 'in', inJsonArrayText(db, codes))
      .unionAll(companies.where('registration_number', 'in', inJsonArrayText(db, numbers)))
      .unionAll(companies.where('name_key', 'in', inJsonArrayText(db, names)))
      .limit(sql.lit(most))
  })
  return async (keys) => {
    const valuesOf = (mark: string) =>
      JSON.stringify(keys.filter((key) => key.startsWith(mark)).map((key) => key.slice(mark.length)))
    return (await findCandidates([valuesOf('c:'), valuesOf('r:'), valuesOf('n:')])).map(({ id }) => id)
  }
}
