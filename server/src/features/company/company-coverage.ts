import { fieldGroups } from '@baiqicha/contract/company-detail'
import type { Coverage } from '@baiqicha/contract/company-search'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/**
 * What the store holds, demonstration companies aside. Counting reads every row, so the answer is kept
 * until the records change.
 */
export function createCoverage(db: Database): () => Promise<Coverage> {
  let kept: { revision: number; coverage: Promise<Coverage> } | null = null
  return async () => {
    const changes = await db.selectFrom('company_change').select(db.fn.max('seq').as('last')).executeTakeFirst()
    const revision = changes?.last ?? 0
    if (kept?.revision === revision) return kept.coverage
    const coverage = countCoverage(db)
    kept = { revision, coverage }
    // A count that failed is asked for again.
    coverage.catch(() => {
      kept = null
    })
    return coverage
  }
}

async function countCoverage(db: Database): Promise<Coverage> {
  const sources = await db.selectFrom('source').selectAll().where('kind', '!=', 'demo').orderBy('id').execute()
  const origins = sql.join(fieldGroups.map((group) => sql.ref(`${group}_source`)))
  const counted = await db
    .selectFrom('company')
    .where('is_demo', '=', 0)
    .select((expression) => [
      expression.fn.countAll<number>().as('companies'),
      ...sources.map((source, at) =>
        sql<number>`sum(case when ${source.id} in (${origins}) then 1 else 0 end)`.as(`source_${at}`),
      ),
    ])
    .executeTakeFirst()
  const counts: Record<string, number | null | undefined> = counted ?? {}
  const companiesOf = (at: number) => counts[`source_${at}`] ?? 0
  return {
    companies: counts['companies'] ?? 0,
    sources: sources.flatMap((source, at) => {
      const companies = companiesOf(at)
      if (companies === 0) return []
      return { id: source.id, name: source.name, scope: source.scope, url: source.url, asOf: source.as_of, companies }
    }),
  }
}
