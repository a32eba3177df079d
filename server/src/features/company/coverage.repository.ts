import { fieldGroups } from '@baiqicha/contract/company-facts'
import type { Coverage } from '@baiqicha/contract/company-search'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'

/** Companies counted per statement, which takes some 30 ms. */
const SLICE = 20_000
/** Lifetime of a count of several slices, even when companies changed. */
const LARGE_COUNT_TTL_MS = 30_000

type CachedCoverage = { revision: number; coverage: Coverage; countedAt: number; isLarge: boolean }

/**
 * Counts real companies, in all and per source. A count reads every company, so it is cached until a company changes,
 * and in a large store for 30 s regardless. Concurrent callers share one count.
 */
export function createCoverageReader(db: Database, clock: Clock, slice = SLICE): () => Promise<Coverage> {
  let cached: CachedCoverage | null = null
  let counting: Promise<Coverage> | null = null

  async function count(revision: number): Promise<Coverage> {
    const { slices, coverage } = await countCoverage(db, slice)
    cached = { revision, coverage, countedAt: clock.now(), isLarge: slices > 1 }
    return coverage
  }

  const isFresh = ({ isLarge, countedAt }: CachedCoverage) => {
    const age = clock.now() - countedAt
    return isLarge && age >= 0 && age < LARGE_COUNT_TTL_MS
  }

  return async () => {
    const changes = await db.selectFrom('company_change').select(db.fn.max('seq').as('last')).executeTakeFirst()
    const revision = changes?.last ?? 0
    if (cached !== null && (cached.revision === revision || isFresh(cached))) return cached.coverage
    counting ??= count(revision).finally(() => {
      counting = null
    })
    return counting
  }
}

async function countCoverage(db: Database, slice: number): Promise<{ slices: number; coverage: Coverage }> {
  const sources = await db.selectFrom('source').selectAll().where('kind', '!=', 'demo').orderBy('id').execute()
  const totals = { companies: 0, bySource: sources.map(() => 0) }
  let slices = 0
  for (let after: string | number | null = isPostgres(db) ? '' : 0; after !== null; ) {
    const counts: SliceCounts = await countSlice(db, sources, { after, size: slice })
    totals.companies += counts.companies ?? 0
    totals.bySource = totals.bySource.map((total, at) => total + (counts[`source_${at}`] ?? 0))
    after = counts.read < slice ? null : counts.last
    slices += 1
  }
  const coveredSources = sources.flatMap((source, at) => {
    const companies = totals.bySource[at] ?? 0
    if (companies === 0) return []
    return { id: source.id, name: source.name, scope: source.scope, url: source.url, asOf: source.as_of, companies }
  })
  return { slices, coverage: { companies: totals.companies, sources: coveredSources } }
}

/** A sum over no rows is null. */
type SliceCounts = Record<`source_${number}`, number | null> & {
  read: number
  companies: number | null
  last: string | number | null
}

/**
 * Counts the companies after one key, in the order that each database reads fastest. Uses a connection of its own,
 * which SQLite runs in a separate thread (sqlite-writer.ts), so that requests are not blocked.
 */
function countSlice(
  db: Database,
  sources: readonly SourceTable[],
  { after, size }: { after: string | number; size: number },
): Promise<SliceCounts> {
  const key = sql.ref<string | number>(isPostgres(db) ? 'id' : 'rowid')
  const origins = sql.join(fieldGroups.map((group) => sql.ref(`${group}_source`)))
  const isReal = sql`is_demo = 0`
  return db.connection().execute((one) =>
    one
      .selectFrom(
        one
          .selectFrom('company')
          .select([...fieldGroups.map((group) => `${group}_source` as const), 'is_demo'])
          .select(key.as('key'))
          .where(key, '>', after)
          .orderBy(key)
          .limit(size)
          .as('slice'),
      )
      .select((expression) => [
        expression.fn.countAll<number>().as('read'),
        expression.fn.max('key').as('last'),
        sql<number | null>`sum(case when ${isReal} then 1 else 0 end)`.as('companies'),
        ...sources.map((source, at) =>
          sql<number | null>`sum(case when ${isReal} and ${source.id} in (${origins}) then 1 else 0 end)`.as(
            `source_${at}` as const,
          ),
        ),
      ])
      .executeTakeFirstOrThrow(),
  )
}
