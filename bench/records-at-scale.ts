import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { Client, Pool } from 'pg'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase } from '../server/src/platform/database/open-database.ts'
import { PARTITIONS } from '../server/src/platform/database/partitions/partitioned-tables.ts'
import { int8AsNumber, STATEMENT_TIMEOUT } from '../server/src/platform/database/postgres/postgres-pool.ts'
import { seededRandom } from '../server/test/builders/seeded-random.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { type GeneratedStore, generateStore, planStore } from './lib/generated-records.ts'
import { drawCases, measurePage, type PageFigures, pageNames } from './lib/measured-pages.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createDatabase, databaseUrlOf, queryOnce } from './lib/postgres.ts'
import { createReport, formatNumber, giveUp, type Row } from './lib/report.ts'
import { timed } from './lib/timing.ts'

/** A table with its partitions: rows, and bytes of the rows, of the long texts and of each index. */
type TableSize = { rows: number; heap: number; toast: number; indexes: Record<string, number> }

/** Tables that grow with companies or records. */
const tables = ['record', 'record_subject', 'company', 'subject_name', 'company_contact', 'company_event']

const sizeQuery = `
  with leaf as (
    select c.oid, c.reltoastrelid, greatest(c.reltuples, 0) as reltuples
    from pg_class as c
    where c.relkind = 'r'
      and (c.oid = $1::regclass or c.oid in (select inhrelid from pg_inherits where inhparent = $1::regclass))
  ), part_index as (
    select i.indexrelid, coalesce((select p.relname from pg_inherits join pg_class as p on p.oid = inhparent
      where inhrelid = i.indexrelid), c.relname)::text as name
    from leaf join pg_index as i on i.indrelid = leaf.oid join pg_class as c on c.oid = i.indexrelid
  ), long_text as (
    select coalesce(sum(pg_total_relation_size(reltoastrelid)) filter (where reltoastrelid <> 0), 0) as bytes from leaf
  )
  select (select sum(reltuples) from leaf)::float8 as rows,
    (select sum(pg_table_size(oid)) - min(long_text.bytes) from leaf, long_text)::float8 as heap,
    (select bytes from long_text)::float8 as toast,
    (select coalesce(json_object_agg(name, bytes), '{}') from (
      select name, sum(pg_relation_size(indexrelid)) as bytes from part_index group by name) as by_name) as indexes`

const bytesOf = ({ heap, toast, indexes }: TableSize): number =>
  Object.values(indexes).reduce((sum, bytes) => sum + bytes, heap + toast)

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

const report = createReport({
  name: 'records-at-scale',
  isWhole,
  settings: { seed, records, partitions: PARTITIONS, ...settings },
})
const plans = [`# Plans of the slowest query of each page, ${records} records`]

async function addPlan(client: Client, what: string, { slowest }: PageFigures) {
  if (slowest === null) return
  const { query, p50, p99 } = slowest
  const explain = `explain (analyze, buffers) ${query.sql}`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(explain, [...query.parameters])
  plans.push(
    `\n## ${what}\n`,
    `p50 ${formatNumber(p50)} ms, p99 ${formatNumber(p99)} ms; the plan is that of its slowest call.\n`,
    `\`\`\`sql\n${query.sql.replaceAll(/\s+/g, ' ')}\n\`\`\`\n`,
    `\`\`\`text\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n\`\`\``,
  )
}

const cells = ({ p50, p99, max, queries, failed, slowest }: PageFigures): string[] => [
  ...[p50, p99, max, queries].map(formatNumber),
  slowest === null ? '–' : `${formatNumber(slowest.p50)} / ${formatNumber(slowest.p99)}`,
  failed === 0 ? '' : `${failed} failed`,
]

async function measurePages(client: Client, pool: Pool, store: GeneratedStore) {
  const random = seededRandom(seed)
  const { largeCompanies: large, companies } = store
  const cases = {
    usual: await drawCases(pool, random, { store, from: large + 1, to: companies, count: USUAL_CASES }),
    large: await drawCases(pool, random, { store, from: 1, to: large, count: LARGE_CASES }),
  }
  for (const [which, of] of Object.entries(cases)) {
    const rows: Row[] = [['page', 'p50 ms', 'p99 ms', 'max ms', 'queries', 'its slowest query, p50 / p99', '']]
    for (const page of pageNames) {
      const figures = await measurePage(pool, page, of)
      rows.push([page, ...cells(figures)])
      await addPlan(client, `${page}, ${which} companies`, figures)
    }
    report.table(`Pages of ${of.length} ${which} companies, warm`, rows)
  }
  const folder = new URL('./results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`records-at-scale-plans${isWhole ? '' : '.local'}.md`, folder), `${plans.join('\n')}\n`)
}

async function printSizes(client: Client) {
  const rows: Row[] = [['table', 'rows', 'bytes a row', 'long texts', 'indexes', 'bytes', 'bytes a record']]
  const perRow = (bytes: number, count: number) => formatNumber(bytes / count)
  let [total, largest] = [0, 0]
  for (const table of tables) {
    const { rows: found } = await client.query<TableSize>(sizeQuery, [table])
    const [size] = found
    if (size === undefined) throw new Error(table)
    const bytes = bytesOf(size)
    const each = Object.entries(size.indexes).map(([name, of]) => `${name} ${perRow(of, size.rows)}`)
    const parts = [perRow(size.heap, size.rows), perRow(size.toast, size.rows), each.join(', ')]
    rows.push([table, formatNumber(size.rows), ...parts, formatNumber(bytes), perRow(bytes, records)])
    total += bytes
    if (table.startsWith('record')) largest = Math.max(largest, bytes)
  }
  report.table('Sizes', rows)
  report.figure('bytes a record, with its share of companies and events', total / records, 'B')
  report.figure(`reckoned for ${RECKONED} records`, ((total / records) * RECKONED) / 1e9, 'GB')
  report.figure(`reckoned: a partition of the largest table`, ((largest / records) * RECKONED) / PARTITIONS / 1e9, 'GB')
}

async function measureWhole(serverUrl: string) {
  const store = planStore(records)
  const name = `generated_${records}`
  const stored = await queryOnce(serverUrl, `select 1 from pg_database where datname = '${name}'`)
  const isNew = stored.length === 0
  const url = isNew ? await createDatabase(serverUrl, name) : databaseUrlOf(serverUrl, name)
  const database = openDatabase({ databaseUrl: url, dataDir: tmpdir() })
  await migrate(database.db)
  await database.close()
  const client = new Client({ connectionString: url })
  // With the time limit of statements that the server has.
  const pool = new Pool({ connectionString: url, statement_timeout: STATEMENT_TIMEOUT, types: int8AsNumber })
  await client.connect()
  try {
    if (isNew) {
      const print = (done: number) => console.log(`${done} records`)
      const took = await timed(() => generateStore(client, store, print))
      report.figure('generated', records / (took / 1_000), 'records/s')
    }
    await printSizes(client)
    await measurePages(client, pool, store)
  } finally {
    await Promise.all([client.end(), pool.end()])
  }
}

const server = values.url === undefined ? await startPostgres(settings) : null
await measureWhole(server?.url ?? values.url ?? '').finally(() => server?.stop())
report.finish()
