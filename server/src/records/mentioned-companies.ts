import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { inJsonArrayText } from '../platform/database/portable-sql.ts'
import { compileOnce } from '../platform/database/run-query.ts'
import { valuesWithMark } from './subject-rows.ts'

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
  // One statement per column: over all three at once, SQLite reads the whole table where hardly any company has a number.
  const findBy = (column: 'credit_code' | 'registration_number' | 'name_key') =>
    compileOnce(db, ([values = '']) =>
      db.selectFrom('company').select('id').where(column, 'in', inJsonArrayText(db, values)).limit(sql.lit(most)),
    )
  const columns = [
    { mark: 'c:', find: findBy('credit_code') },
    { mark: 'r:', find: findBy('registration_number') },
    { mark: 'n:', find: findBy('name_key') },
  ] as const
  return async (keys) => {
    const found = await Promise.all(
      columns.map(async ({ mark, find }) => {
        const values = valuesWithMark(keys, mark)
        return values.length === 0 ? [] : find([JSON.stringify(values)])
      }),
    )
    return found
      .flat()
      .slice(0, most)
      .map(({ id }) => id)
  }
}

/** Reads the id of the company that has an id which was given up, as after a merge; null: it never was one. */
export function createMergedCompanyReader(db: Database): (id: string) => Promise<string | null> {
  const find = compileOnce(db, ([id = '']) =>
    db.selectFrom('company_former_id').select('company_id as id').where('id', '=', id),
  )
  return async (id) => (await find([id]))[0]?.id ?? null
}
