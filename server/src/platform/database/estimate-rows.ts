import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './dialect.ts'

type Plan = { 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }

/**
 * About how many companies are stored. PostgreSQL estimates from the size of the table, also before its first analysis:
 * counting 60 million rows takes longer than a statement may.
 */
export async function estimateCompanies(db: Database): Promise<number> {
  if (isPostgres(db)) {
    const { rows } = await sql<Plan>`explain (format json) select id from company`.execute(db)
    return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  }
  const { companies } = await db
    .selectFrom('company')
    .select(({ fn }) => fn.countAll<number>().as('companies'))
    .executeTakeFirstOrThrow()
  return companies
}
