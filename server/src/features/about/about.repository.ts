import type { AboutSource } from '@baiqicha/contract/about'
import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import { createRecordRevision } from '../../records/record-revision.ts'
import type { CompanyPopulation } from '../../search/company-search.ts'

/** Records counted per statement. */
const SLICE = 20_000
/** Lifetime of a count of several slices, even when records changed. */
const LARGE_COUNT_TTL_MS = 60_000

/** Number of records by source and kind. */
type RecordTotals = ReadonlyMap<string, ReadonlyMap<RecordKindKey, number>>

type AboutRepositoryDeps = {
  db: Database
  clock: Clock
  coverage: () => Promise<{ companiesBySource: ReadonlyMap<string, number> }>
  slice?: number
}

/** The sources with what they state, and the record kinds without a source. Demonstration data are left out. */
export function createAboutRepository({ db, clock, coverage, slice = SLICE }: AboutRepositoryDeps) {
  const revisionOf = createRecordRevision(db)
  let cached: { revision: number; countedAt: number; isLarge: boolean; totals: RecordTotals } | null = null

  /** Counting reads every record, so it is repeated only after a change, and in a large store once a minute at most. */
  async function recordTotals(): Promise<RecordTotals> {
    const revision = await revisionOf()
    const age = cached === null ? 0 : clock.now() - cached.countedAt
    const isFresh = cached !== null && cached.isLarge && age >= 0 && age < LARGE_COUNT_TTL_MS
    if (cached !== null && (cached.revision === revision || isFresh)) return cached.totals
    const { totals, slices } = await countRecords(db, slice)
    cached = { revision, countedAt: clock.now(), isLarge: slices > 1, totals }
    return totals
  }

  return {
    async listSources(): Promise<AboutSource[]> {
      const [sources, imports, companies, totals] = await Promise.all([
        db.selectFrom('source').selectAll().where('kind', '!=', 'demo').orderBy('id').execute(),
        db.selectFrom('source_import').selectAll().execute(),
        coverage(),
        recordTotals(),
      ])
      const importedAt = new Map(imports.map((row) => [row.source_id, row.imported_at]))
      return sources.map(({ id, name, scope, licence, url, as_of: asOf }) => {
        const last = importedAt.get(id)
        const lastImport = last === undefined ? null : new Date(last).toISOString()
        const ofKinds = totals.get(id) ?? new Map<RecordKindKey, number>()
        const records = [
          { title: '企业', count: companies.companiesBySource.get(id) ?? 0 },
          ...recordKindKeys.map((key) => ({ title: kindTable[key].title, count: ofKinds.get(key) ?? 0 })),
        ].filter(({ count }) => count > 0)
        return { id, name, scope, licence, url, asOf, lastImport, records }
      })
    },

    /** Titles of the kinds without a source, for real or demonstration companies. */
    async listUnconnectedKinds(population: CompanyPopulation = 'real'): Promise<string[]> {
      const isDemo = population === 'demo' ? 1 : 0
      const feeds = await db.selectFrom('record_feed').select('kind').distinct().where('is_demo', '=', isDemo).execute()
      const connected = new Set(feeds.map(({ kind }) => kind))
      return recordKindKeys.filter((key) => !connected.has(key)).map((key) => kindTable[key].title)
    },
  }
}

type CountRow = { source_id: string; kind: RecordKindKey; read: number; shown: number | null; last: string | number }

/** Counts the records that readers see, slice by slice; a record of several sources counts for each of them. */
async function countRecords(db: Database, size: number): Promise<{ totals: RecordTotals; slices: number }> {
  const totals = new Map<string, Map<RecordKindKey, number>>()
  const add = (source: string, kind: RecordKindKey, count: number) => {
    const ofSource = totals.get(source) ?? new Map<RecordKindKey, number>()
    ofSource.set(kind, (ofSource.get(kind) ?? 0) + count)
    totals.set(source, ofSource)
  }
  let slices = 0
  for (let after: string | number | null = isPostgres(db) ? '' : 0; after !== null; ) {
    const rows: CountRow[] = await countSlice(db, { after, size })
    for (const { source_id, kind, shown } of rows) add(source_id, kind, shown ?? 0)
    const read = rows.reduce((sum, row) => sum + row.read, 0)
    const keys = rows.map(({ last }) => last)
    after = read < size ? null : keys.reduce((one, other) => (one > other ? one : other))
    slices += 1
  }
  const others = await db
    .selectFrom('record_source')
    .innerJoin('record', 'record.id', 'record_source.record_id')
    .whereRef('record_source.source_id', '!=', 'record.source_id')
    .where('record.is_demo', '=', 0)
    .where('record.is_hidden', '=', 0)
    .where('record.standing', '!=', 'withdrawn')
    .groupBy(['record_source.source_id', 'record.kind'])
    .select((one) => [
      'record_source.source_id as source',
      'record.kind as kind',
      one.fn.countAll<number>().as('count'),
    ])
    .execute()
  for (const { source, kind, count } of others) add(source, kind, count)
  return { totals, slices }
}

/** Counts the records after one key. Uses a connection of its own, which SQLite runs in a separate thread. */
function countSlice(db: Database, { after, size }: { after: string | number; size: number }): Promise<CountRow[]> {
  const key = sql.ref<string | number>(isPostgres(db) ? 'id' : 'rowid')
  const isShown = sql`is_demo = 0 and is_hidden = 0 and standing <> 'withdrawn'`
  return db.connection().execute((one) =>
    one
      .selectFrom(
        one
          .selectFrom('record')
          .select(['source_id', 'kind', 'is_demo', 'is_hidden', 'standing'])
          .select(key.as('key'))
          .where(key, '>', after)
          .orderBy(key)
          .limit(size)
          .as('slice'),
      )
      .groupBy(['source_id', 'kind'])
      .select((row) => [
        'source_id',
        'kind',
        row.fn.countAll<number>().as('read'),
        row.fn.max('key').as('last'),
        sql<number | null>`sum(case when ${isShown} then 1 else 0 end)`.as('shown'),
      ])
      .execute(),
  )
}
