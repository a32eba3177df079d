import type { AboutSource } from '@baiqicha/contract/about'
import { coveredTitle, uncoveredTitle } from '@baiqicha/contract/records/coverage-limits'
import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { type RawBuilder, sql } from 'kysely'
import { type Clock, isoOf } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import { unavailable } from '../../platform/http/refusal.ts'
import type { CoverageReader } from '../../records/record-coverage.ts'
import { createRecordRevision } from '../../records/record-revision.ts'
import type { CompanyPopulation } from '../../search/company-search.ts'

type AboutRepositoryDeps = {
  db: Database
  clock: Clock
  coverage: () => Promise<{ companiesBySource: ReadonlyMap<string, number> }>
  coverages: Pick<CoverageReader, 'limitsOf'>
}

/** The sources with what they state, and the record kinds without a source. Demonstration data are left out. */
export function createAboutRepository({ db, clock, coverage, coverages }: AboutRepositoryDeps) {
  const recordTotals = createRecordTotals({ db, clock })

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
        const lastImport = last === undefined ? null : isoOf(last)
        const ofKinds = totals.get(id) ?? new Map<RecordKindKey, number>()
        const records = [
          { title: '企业', count: companies.companiesBySource.get(id) ?? 0 },
          ...recordKindKeys.map((key) => ({ title: kindTable[key].title, count: ofKinds.get(key) ?? 0 })),
        ].filter(({ count }) => count > 0)
        return { id, name, scope, licence, url, asOf, lastImport, records }
      })
    },

    /**
     * Titles of the kinds without a source of real or demonstration companies, and of those with one. Of a kind whose sources leave kinds of
     * matter out, each list has its part: 证券简称变更, 工商变更.
     */
    async listKindCoverage(
      population: CompanyPopulation = 'real',
    ): Promise<{ unconnected: string[]; connected: string[] }> {
      const is_demo = population === 'demo' ? 1 : 0
      const kinds = await Promise.all(
        recordKindKeys.map(async (key) => ({ key, limits: await coverages.limitsOf(key, { is_demo }) })),
      )
      return {
        unconnected: kinds.flatMap(({ key, limits }) =>
          limits === null ? kindTable[key].title : (uncoveredTitle(key, [...limits]) ?? []),
        ),
        connected: kinds.flatMap(({ key, limits }) => (limits === null ? [] : coveredTitle(key, [...limits]))),
      }
    },
  }
}

/** Number of records by source and kind. */
type RecordTotals = ReadonlyMap<string, ReadonlyMap<RecordKindKey, number>>

/** A store with more records is large: it is not counted again for each change. */
const LARGE_FROM = 20_000
/** Milliseconds for which the count of a large store serves at least, and the share of time that counting takes at most. */
const [LARGE_COUNT_TTL_MS, COUNTING_SHARE] = [60_000, 0.05]
/** Milliseconds that a caller waits for the first count of a process, and seconds until it may ask again. */
const [FIRST_COUNT_MS, RETRY_SECONDS] = [2_000, 30]

type RecordTotalsDeps = { db: Database; clock: Clock; largeFrom?: number; slices?: Slices }
/** Rows of SQLite, pages of PostgreSQL, and its pages of `record_source`, whose records are looked up, per statement. */
type Slices = { rows: number; pages: number; statementPages: number }

const usualSlices: Slices = { rows: 20_000, pages: 1_000, statementPages: 100 }

type Count = { revision: number; countedAt: number; tookMs: number; records: number; totals: RecordTotals }

/**
 * Counts the records that readers see. Counting reads every record, so that a small store is counted after each change
 * only; of a large one the last count is returned while the next one runs. @throws Refusal while the first count of a
 * large store runs
 */
export function createRecordTotals(deps: RecordTotalsDeps): () => Promise<RecordTotals> {
  const { db, clock, largeFrom = LARGE_FROM, slices = usualSlices } = deps
  const revisionOf = createRecordRevision(db)
  let last: Count | null = null
  let counting: Promise<Count> | null = null

  async function count(revision: number): Promise<Count> {
    const startedAt = performance.now()
    const counted = await (isPostgres(db) ? countByPages(db, slices) : countByRows(db, slices.rows))
    last = { ...counted, revision, countedAt: clock.now(), tookMs: performance.now() - startedAt }
    return last
  }

  function isFresh({ revision, countedAt, tookMs }: Count, now: number): boolean {
    const age = clock.now() - countedAt
    return revision === now || (age >= 0 && age < Math.max(LARGE_COUNT_TTL_MS, tookMs / COUNTING_SHARE))
  }

  return async () => {
    const revision = await revisionOf()
    const isLarge = last !== null && last.records > largeFrom
    if (last !== null && (isLarge ? isFresh(last, revision) : last.revision === revision)) return last.totals
    counting ??= count(revision).finally(() => {
      counting = null
    })
    if (last !== null && isLarge) {
      counting.catch(() => {})
      return last.totals
    }
    return (await within(counting, FIRST_COUNT_MS)).totals
  }
}

/** @throws Refusal when the count takes longer; it goes on for later callers. */
async function within(counting: Promise<Count>, milliseconds: number): Promise<Count> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(unavailable('正在统计记录数量，请稍后再试', RETRY_SECONDS)), milliseconds)
  return Promise.race([counting, late.promise]).finally(() => clearTimeout(timer))
}

type Row = { source_id: string; kind: RecordKindKey; read: number; shown: number | null }

/** Adds counts up by source and kind. */
function createSum() {
  const totals = new Map<string, Map<RecordKindKey, number>>()
  let records = 0
  return {
    totals,
    records: () => records,
    add(rows: readonly Row[]) {
      for (const { source_id: source, kind, read, shown } of rows) {
        const ofSource = totals.get(source) ?? new Map<RecordKindKey, number>()
        ofSource.set(kind, (ofSource.get(kind) ?? 0) + (shown ?? 0))
        totals.set(source, ofSource)
        records += read
      }
    },
  }
}

const isShown = sql`record.is_demo = 0 and record.is_hidden = 0 and record.standing <> 'withdrawn'`
const columns = sql`record.kind as kind, count(*) as read, sum(case when ${isShown} then 1 else 0 end) as shown`

/** One statement on a connection of its own, which SQLite runs in a separate thread. */
const run = (db: Database, query: RawBuilder<Row>) =>
  db.connection().execute(async (one) => (await query.execute(one)).rows)

async function countByRows(db: Database, size: number) {
  const sum = createSum()
  for (let after: number | null = 0; after !== null; ) {
    const { rows }: { rows: (Row & { last: number })[] } = await db.connection().execute((one) =>
      sql<Row & { last: number }>`select record.source_id as source_id, ${columns}, max(record.rowid) as last
        from (select rowid, * from record where rowid > ${after} order by rowid limit ${size}) as record
        group by 1, 2`.execute(one),
    )
    sum.add(rows)
    const read = rows.reduce((total, row) => total + row.read, 0)
    after = read < size ? null : Math.max(...rows.map(({ last }) => last))
  }
  sum.add(await run(db, furtherSources(sql`record_source`, sql`record`)))
  return { totals: sum.totals, records: sum.records() }
}

/** A record of several sources counts for each of them; `read` is 0, for the record itself is counted already. */
const furtherSources = (sources: RawBuilder<unknown>, record: RawBuilder<unknown>) =>
  sql<Row>`select source.source_id as source_id, record.kind as kind, 0 as read,
      sum(case when ${isShown} then 1 else 0 end) as shown
    from ${sources} as source cross join ${record} as record
    where record.id = source.record_id and record.source_id <> source.source_id group by 1, 2`

type Leaf = { name: string; pages: number }

/** Tables with the rows: the partitions, or the table itself while it has none. */
async function leavesOf(db: Database, table: string): Promise<readonly Leaf[]> {
  const { rows } = await sql<Leaf>`
    select oid::regclass::text as name, pg_relation_size(oid) / current_setting('block_size')::bigint as pages
    from pg_class
    where relkind = 'r' and (oid = ${table}::regclass
      or oid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass))`.execute(db)
  return rows
}

/** The rows of some pages of a table. */
const ofPages = (leaf: string, from: number, to: number) =>
  sql`(select * from ${sql.table(leaf)} where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${to},0)`}::tid)`

/**
 * In the order of the pages: the ids are hashes, so that a slice in their order reads as many pages as it has records. A row
 * that is changed meanwhile may count twice or not at all.
 */
async function countByPages(db: Database, { pages, statementPages }: Slices) {
  const sum = createSum()
  for (const { name, pages: all } of await leavesOf(db, 'record')) {
    for (let from = 0; from < all; from += pages) {
      const slice = ofPages(name, from, from + pages)
      sum.add(await run(db, sql<Row>`select source_id, ${columns} from ${slice} as record group by 1, 2`))
    }
  }
  for (const { name, pages: all } of await leavesOf(db, 'record_source')) {
    for (let from = 0; from < all; from += statementPages) {
      const found = sql`lateral (select * from record where record.id = source.record_id offset 0)`
      sum.add(await run(db, furtherSources(ofPages(name, from, from + statementPages), found)))
    }
  }
  return { totals: sum.totals, records: sum.records() }
}
