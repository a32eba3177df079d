import { fieldGroups } from '@baiqicha/contract/company-facts'
import type { Coverage } from '@baiqicha/contract/company-search'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import type { SourceTable } from '../../platform/database/tables/company.ts'

/** Companies counted by one statement: a few hundredths of a second. */
const SLICE = 20_000
/** How long a count of several slices is told although the records have changed. */
const REST_MS = 30_000

type Kept = { revision: number; coverage: Coverage; countedAt: number; isLarge: boolean }

/**
 * What the store holds, demonstration companies aside. Counting reads every company, so the answer is kept until the
 * records change, and in a large store for half a minute even so. Several who ask at once wait for one count.
 */
export function createCoverage(db: Database, clock: Clock, slice = SLICE): () => Promise<Coverage> {
  let kept: Kept | null = null
  let counting: Promise<Coverage> | null = null

  async function count(revision: number): Promise<Coverage> {
    const { slices, coverage } = await countCoverage(db, slice)
    kept = { revision, coverage, countedAt: clock.now(), isLarge: slices > 1 }
    return coverage
  }

  const rests = ({ isLarge, countedAt }: Kept) => {
    const age = clock.now() - countedAt
    return isLarge && age >= 0 && age < REST_MS
  }

  return async () => {
    const changes = await db.selectFrom('company_change').select(db.fn.max('seq').as('last')).executeTakeFirst()
    const revision = changes?.last ?? 0
    if (kept !== null && (kept.revision === revision || rests(kept))) return kept.coverage
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
  const told = sources.flatMap((source, at) => {
    const companies = totals.bySource[at] ?? 0
    if (companies === 0) return []
    return { id: source.id, name: source.name, scope: source.scope, url: source.url, asOf: source.as_of, companies }
  })
  return { slices, coverage: { companies: totals.companies, sources: told } }
}

/** Sums of no rows are null. */
type SliceCounts = Record<`source_${number}`, number | null> & {
  read: number
  companies: number | null
  last: string | number | null
}

/**
 * Counts the companies behind one key, in the order in which each database reads them fastest. On a held connection,
 * which SQLite has in a thread of its own (sqlite-writer.ts): requests are answered meanwhile.
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
