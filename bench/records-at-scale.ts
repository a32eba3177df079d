import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { Client, Pool } from 'pg'
import { systemClock } from '../server/src/domain/clock.ts'
import { createRecordTotals } from '../server/src/features/about/record-totals.repository.ts'
import { createCoverageReader } from '../server/src/features/company/coverage.repository.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../server/src/platform/database/open-database.ts'
import { PARTITIONS } from '../server/src/platform/database/partitions/partitioned-tables.ts'
import { int8AsNumber, STATEMENT_TIMEOUT } from '../server/src/platform/database/postgres/postgres-pool.ts'
import { Refusal } from '../server/src/platform/http/refusal.ts'
import { seededRandom } from '../server/test/builders/seeded-random.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { type GeneratedStore, generateStore, planStore } from './lib/generated-records.ts'
import { drawCases, measurePage, type PageFigures, pageNames } from './lib/measured-pages.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport, formatNumber, giveUp, type Row } from './lib/report.ts'
import { timed } from './lib/timing.ts'

/** A table with its partitions: rows, and bytes of the rows, of the long texts and of each index. */
type TableSize = {
  table: string
  rows: number
  heap: number
  toast: number
  indexes: ReadonlyMap<string, number>
}

/** Tables that grow with companies or records. */
const tables = ['record', 'record_subject', 'company', 'subject_name', 'company_contact', 'company_event']

const sizeQuery = `
  with leaf as (
    select $1::text as root, c.oid, c.relname, c.reltoastrelid, greatest(c.reltuples, 0) as reltuples
    from pg_class as c
    where c.relkind = 'r'
      and (c.oid = $1::regclass or c.oid in (select inhrelid from pg_inherits where inhparent = $1::regclass))
  ), part_index as (
    select i.indexrelid, coalesce((select p.relname from pg_inherits join pg_class as p on p.oid = inhparent
      where inhrelid = i.indexrelid), c.relname)::text as name
    from leaf join pg_index as i on i.indrelid = leaf.oid join pg_class as c on c.oid = i.indexrelid
  )
  select (select sum(reltuples) from leaf)::float8 as rows,
    (select sum(pg_table_size(oid)) from leaf)::float8 as stored,
    (select coalesce(sum(pg_total_relation_size(reltoastrelid)) filter (where reltoastrelid <> 0), 0) from leaf)::float8 as toast,
    (select coalesce(json_object_agg(name, bytes), '{}') from (
      select name, sum(pg_relation_size(indexrelid)) as bytes from part_index group by name) as by_name) as indexes`

type SizeRow = { rows: number; stored: number; toast: number; indexes: Record<string, number> }

async function readSizes(client: Client): Promise<TableSize[]> {
  const sizes: TableSize[] = []
  for (const table of tables) {
    const { rows } = await client.query<SizeRow>(sizeQuery, [table])
    const [size] = rows
    if (size === undefined) throw new Error(table)
    const { stored, toast, indexes } = size
    sizes.push({ table, rows: size.rows, heap: stored - toast, toast, indexes: new Map(Object.entries(indexes)) })
  }
  return sizes
}

const bytesOf = ({ heap, toast, indexes }: TableSize): number =>
  heap + toast + Array.from(indexes.values()).reduce((sum, bytes) => sum + bytes, 0)

/** Seconds of work on one partition of the largest table, which an operator repeats for each. */
async function timeUpkeep(client: Client): Promise<readonly (readonly [work: string, seconds: number])[]> {
  const works = ['vacuum record_subject_00', 'reindex table record_subject_00', 'analyze record_subject']
  const times: (readonly [string, number])[] = []
  for (const work of works) times.push([work, (await timed(() => client.query(work))) / 1_000])
  return times
}

/**
 * `npm run bench:records-at-scale [-- --records N --quick --seed N --url <server>]`: PostgreSQL with generated records in
 * partitions: bytes, and the slowest query of each page with its plan.
 */
const { values } = parseArgs({
  options: {
    seed: commonOptions.seed,
    records: { type: 'string' },
    quick: { type: 'boolean', default: false },
    /** A running server, which keeps the generated store for the next run. */
    url: { type: 'string' },
  },
})
const seed = seedOf(values)
const WHOLE = 30_000_000
const records = Number(values.records ?? (values.quick ? 300_000 : WHOLE))
const isWhole = records === WHOLE
const [USUAL_CASES, LARGE_CASES] = [300, 20]
const RECKONED = 500_000_000
/** Bytes of disk that a record takes at most while it is generated, with its share of everything else. */
const BYTES_OF_DISK = 1_500

const settings = {
  // A quarter of the memory of a machine with 16 GB.
  shared_buffers: '4GB',
  effective_cache_size: '8GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  autovacuum: 'off',
}

const { bavail, bsize } = statfsSync(tmpdir())
if (values.url === undefined && bavail * bsize < records * BYTES_OF_DISK) {
  giveUp(`${tmpdir()} needs ${formatNumber((records * BYTES_OF_DISK) / 1e9)} GB of free disk.`)
}

type Postgres = Extract<OpenDatabase, { kind: 'postgres' }>

const report = createReport({
  name: 'records-at-scale',
  isWhole,
  settings: { seed, records, partitions: PARTITIONS, ...settings },
})
const plans = [`# Plans of the slowest query of each page, ${records} records`]

async function onServer(serverUrl: string, statement: string): Promise<number> {
  const admin = new Client({ connectionString: serverUrl })
  await admin.connect()
  const { rowCount } = await admin.query(statement).finally(() => admin.end())
  return rowCount ?? 0
}

async function openStore(serverUrl: string, name: string): Promise<Postgres> {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const database = openDatabase({ databaseUrl: url.href, dataDir: tmpdir() })
  if (database.kind !== 'postgres') throw new Error('not PostgreSQL')
  await migrate(database.db)
  return database
}

/** Connections with the time limit of statements that the server has. */
async function withPool<T>({ url }: Postgres, work: (pool: Pool) => Promise<T>): Promise<T> {
  const own = new Pool({ connectionString: url, statement_timeout: STATEMENT_TIMEOUT, types: int8AsNumber })
  return work(own).finally(() => own.end())
}

async function withClient<T>({ url }: Postgres, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function fill(database: Postgres, store: GeneratedStore) {
  const startedAt = performance.now()
  const onProgress = (done: number) => {
    const seconds = (performance.now() - startedAt) / 1_000
    console.log(`${done} records, ${formatNumber(seconds)} s`)
  }
  await withClient(database, (client) => generateStore(client, store, onProgress))
}

function casesOf(database: Postgres, store: GeneratedStore) {
  const random = seededRandom(seed)
  const { largeCompanies: large, companies } = store
  return withPool(database, async (pool) => ({
    usual: await drawCases(pool, random, { store, from: large + 1, to: companies, count: USUAL_CASES }),
    large: await drawCases(pool, random, { store, from: 1, to: large, count: LARGE_CASES }),
  }))
}

async function addPlan(database: Postgres, what: string, { slowest }: PageFigures) {
  if (slowest === null) return
  const { query, p50, p99 } = slowest
  const lines = await withClient(database, async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${query.sql}`, [
      ...query.parameters,
    ])
    return rows.map((row) => row['QUERY PLAN'])
  })
  plans.push(
    '',
    `## ${what}`,
    '',
    `p50 ${formatNumber(p50)} ms, p99 ${formatNumber(p99)} ms; the plan is that of its slowest call.`,
    '',
    '```sql',
    query.sql.replaceAll(/\s+/g, ' '),
    '```',
    '',
    '```text',
    ...lines,
    '```',
  )
}

const cells = ({ p50, p99, max, queries, failed, slowest }: PageFigures): string[] => [
  ...[p50, p99, max, queries].map(formatNumber),
  slowest === null ? '–' : `${formatNumber(slowest.p50)} / ${formatNumber(slowest.p99)}`,
  failed === 0 ? '' : `${failed} failed`,
]

async function measurePages(database: Postgres, store: GeneratedStore) {
  const cases = await casesOf(database, store)
  for (const [which, of] of Object.entries(cases)) {
    const rows: Row[] = [['page', 'p50 ms', 'p99 ms', 'max ms', 'queries', 'its slowest query, p50 / p99', '']]
    await withPool(database, async (pool) => {
      for (const page of pageNames) {
        const figures = await measurePage(pool, page, of)
        rows.push([page, ...cells(figures)])
        await addPlan(database, `${page}, ${which} companies`, figures)
      }
    })
    report.table(`Pages of ${of.length} ${which} companies, warm`, rows)
  }
  const folder = new URL('./results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`records-at-scale-plans${isWhole ? '' : '.local'}.md`, folder), `${plans.join('\n')}\n`)
}

async function printSizes(database: Postgres) {
  const sizes = await withClient(database, readSizes)
  const perRow = (bytes: number, rows: number) => formatNumber(bytes / rows)
  const rows: Row[] = [['table', 'rows', 'bytes a row', 'long texts', 'indexes', 'bytes', 'bytes a record']]
  for (const size of sizes) {
    const { table, rows: count, heap, toast, indexes } = size
    const each = Array.from(indexes, ([name, bytes]) => `${name} ${perRow(bytes, count)}`).join(', ')
    rows.push([
      table,
      formatNumber(count),
      perRow(heap, count),
      perRow(toast, count),
      each,
      formatNumber(bytesOf(size)),
      perRow(bytesOf(size), records),
    ])
  }
  report.table('Sizes', rows)
  const total = sizes.reduce((sum, size) => sum + bytesOf(size), 0)
  report.figure('bytes a record, with its share of companies and events', total / records, 'B')
  report.figure(`reckoned for ${RECKONED} records`, ((total / records) * RECKONED) / 1e9, 'GB')
  const largest = Math.max(...sizes.filter(({ table }) => table.startsWith('record')).map(bytesOf))
  report.figure(`reckoned: a partition of the largest table`, ((largest / records) * RECKONED) / PARTITIONS / 1e9, 'GB')
  for (const [work, seconds] of await withClient(database, timeUpkeep)) report.figure(work, seconds, 's')
}

/** Seconds until the count that pages wait for only two seconds is done. */
async function timeTotals({ db }: Postgres): Promise<number> {
  const totals = createRecordTotals({ db, clock: systemClock })
  const startedAt = performance.now()
  for (;;) {
    const error = await totals().then(
      () => null,
      (refusal: unknown) => refusal,
    )
    if (error === null) return (performance.now() - startedAt) / 1_000
    if (!(error instanceof Refusal)) throw error
  }
}

async function measureWhole(serverUrl: string) {
  const store = planStore(records)
  const name = `generated_${records}`
  const isNew = (await onServer(serverUrl, `select 1 from pg_database where datname = '${name}'`)) === 0
  if (isNew) await onServer(serverUrl, `create database ${name}`)
  const database = await openStore(serverUrl, name)
  if (isNew) {
    const milliseconds = await timed(() => fill(database, store))
    report.figure('generated', records / (milliseconds / 1_000), 'records/s')
  }
  await printSizes(database)
  await measurePages(database, store)
  report.figure('records by source and kind, first count of a process', await timeTotals(database), 's')
  const coverage = createCoverageReader({ db: database.db, clock: systemClock, includeDemo: true })
  report.figure('companies by group, first count of a process', (await timed(coverage)) / 1_000, 's')
  await database.close()
}

const server =
  values.url === undefined ? await startPostgres(settings) : { url: values.url, stop: async () => undefined }
try {
  await measureWhole(server.url)
} finally {
  await server.stop()
}
report.finish()
