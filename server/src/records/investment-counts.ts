import { sql } from 'kysely'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'
import type { CompanySubjects } from './company-subjects.ts'
import { visibilityInSql } from './record-visibility.ts'
import { subjectRows, wantedValues } from './subject-rows.ts'

/** Counts the current outward investments of companies, as their lists count them. One query for all companies. */
export function createInvestmentCounts(db: Database) {
  const findCounts = compileOnce(db, ([today = '', ...values]) =>
    subjectRows(db, { values, today, kinds: ['overseasInvest'] })
      .where(visibilityInSql(today), '=', sql.lit('current'))
      .select('wanted.company as company')
      .select((row) => row.fn.countAll<number>().as('records'))
      .groupBy('wanted.company'),
  )
  return async (companies: readonly CompanySubjects[], today: string): Promise<Map<string, number>> => {
    if (companies.length === 0) return new Map()
    const rows = await findCounts([today, ...wantedValues(companies)])
    const counted = new Map(rows.map(({ company, records }) => [Number(company), records]))
    return new Map(companies.map(({ company }, at) => [company.id, counted.get(at) ?? 0]))
  }
}
