import type { Coverage, CoverageGroup } from '@baiqicha/contract/company-search'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import type { Flag, SourceTable } from '../../platform/database/tables/company.ts'
import { readCompanyRevision } from './best-known.repository.ts'

/** Companies counted per statement, which takes some 30 ms. */
const SLICE = 20_000
/** Lifetime of a count of several slices, even when companies changed. */
const LARGE_COUNT_TTL_MS = 30_000

/** `companiesBySource`: number of real companies that a source names, by its id; of a listed one, its stock. */
export type StoreCoverage = Coverage & { companiesBySource: ReadonlyMap<string, number> }

type CachedCoverage = { revision: number; coverage: StoreCoverage; countedAt: number; isLarge: boolean }

type CoverageDeps = {
  db: Database
  clock: Clock
  /** Whether readers see demonstration companies (DEMO_DATA). */
  includeDemo: boolean
  /** Companies per statement. */
  slice?: number
}

/**
 * Counts companies by group. A count reads every company, so it is cached until a company changes, and in a large store
 * for 30 s regardless. Concurrent callers share one count.
 */
export function createCoverageReader({
  db,
  clock,
  includeDemo,
  slice = SLICE,
}: CoverageDeps): () => Promise<StoreCoverage> {
  let cached: CachedCoverage | null = null
  let counting: Promise<StoreCoverage> | null = null

  async function count(revision: number): Promise<StoreCoverage> {
    const { slices, coverage } = await countCoverage(db, { slice, includeDemo })
    cached = { revision, coverage, countedAt: clock.now(), isLarge: slices > 1 }
    return coverage
  }

  const isFresh = ({ isLarge, countedAt }: CachedCoverage) => {
    const age = clock.now() - countedAt
    return isLarge && age >= 0 && age < LARGE_COUNT_TTL_MS
  }

  return async () => {
    const revision = await readCompanyRevision(db)
    if (cached !== null && (cached.revision === revision || isFresh(cached))) return cached.coverage
    counting ??= count(revision).finally(() => {
      counting = null
    })
    return counting
  }
}

async function countCoverage(
  db: Database,
  { slice, includeDemo }: CountOptions,
): Promise<{ slices: number; coverage: StoreCoverage }> {
  const sources = await db.selectFrom('source').selectAll().orderBy('id').execute()
  const counts: OriginCount[] = []
  let slices = 0
  for (let after: string | number | null = isPostgres(db) ? '' : 0; after !== null; ) {
    const read: SliceCount[] = await countSlice(db, { after, size: slice })
    counts.push(...read)
    const isLast = sum(read) < slice
    after = isLast ? null : lastKey(read)
    slices += 1
  }
  const real = counts.filter(({ isDemo }) => isDemo === 0)
  const shown = includeDemo ? counts : real
  const byName = Map.groupBy(
    shown.map((count) => ({ ...count, origin: sources.find(({ id }) => id === count.source) })),
    ({ isDemo, isListed, origin }) => groupName({ isDemo, isListed, origin }),
  )
  const groups = Array.from(byName, ([name, of]) => groupOf(name, of)).toSorted(
    (a, b) => Number(a.isDemo) - Number(b.isDemo) || b.companies - a.companies,
  )
  const ofSource = Map.groupBy(real, ({ source }) => source ?? '')
  const companiesBySource = new Map(Array.from(ofSource, ([id, of]) => [id, sum(of)]))
  return { slices, coverage: { companies: sum(real), groups, companiesBySource } }
}

/** A slice is read in the order of its keys. */
const lastKey = (read: readonly SliceCount[]) => read.map(({ last }) => last).reduce((a, b) => (a > b ? a : b))

const sum = (counts: readonly { companies: number }[]) => counts.reduce((total, { companies }) => total + companies, 0)

type CountOptions = { slice: number; includeDemo: boolean }
/** Companies named by one source; listed ones by the source of their stock. */
type OriginCount = { isDemo: Flag; isListed: Flag; source: string | null; companies: number }
type SliceCount = OriginCount & { last: string | number }
type Origin = SourceTable | undefined

/** A list is called by its scope, as 中央企业; a register covers whatever it holds, so it is called by its name. */
function groupName({ isDemo, isListed, origin }: Pick<OriginCount, 'isDemo' | 'isListed'> & { origin: Origin }) {
  if (isDemo === 1) return '演示企业'
  if (isListed === 1) return '上市公司'
  if (origin === undefined) return '其他'
  return origin.kind === 'register' || origin.kind === 'own' ? origin.name : origin.scope
}

function groupOf(name: string, counts: readonly (OriginCount & { origin: Origin })[]): CoverageGroup {
  const largestFirst = counts.toSorted((a, b) => b.companies - a.companies)
  const sources = [...new Set(largestFirst.flatMap(({ origin }) => origin ?? []))]
  const dates = sources.flatMap(({ as_of: asOf }) => asOf ?? [])
  return {
    name,
    companies: sum(counts),
    asOf: dates.toSorted().at(-1) ?? null,
    isDemo: counts.some(({ isDemo }) => isDemo === 1),
    sources: sources.map((source) => ({ name: source.name, url: source.url })),
  }
}

/**
 * Counts the companies after one key, in the order that each database reads fastest. Uses a connection of its own,
 * which SQLite runs in a separate thread (sqlite-writer.ts), so that requests are not blocked.
 */
function countSlice(db: Database, { after, size }: { after: string | number; size: number }): Promise<SliceCount[]> {
  const key = sql.ref<string | number>(isPostgres(db) ? 'id' : 'rowid')
  return db.connection().execute((one) =>
    one
      .selectFrom(
        one
          .selectFrom('company')
          .select([
            'is_demo as isDemo',
            sql<Flag>`case when listing_source is null then 0 else 1 end`.as('isListed'),
            sql<string | null>`coalesce(listing_source, identity_source)`.as('source'),
            key.as('key'),
          ])
          .where(key, '>', after)
          .orderBy(key)
          .limit(size)
          .as('slice'),
      )
      .select((expression) => [
        'isDemo',
        'isListed',
        'source',
        expression.fn.countAll<number>().as('companies'),
        expression.fn.max('key').as('last'),
      ])
      .groupBy(['isDemo', 'isListed', 'source'])
      .execute(),
  )
}
