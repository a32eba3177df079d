import { parseArgs } from 'node:util'
import type { DatabaseLocation } from '../server/src/platform/database/open-database.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { withEmptyFolder } from './lib/cached-store.ts'
import type { ImportFigures } from './lib/import-command.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { copyRecords, createDatabase } from './lib/postgres.ts'
import { importRecords } from './lib/record-rows.ts'
import { importRegisterFile, registerFiles, registerPaths } from './lib/register.ts'
import { createReport, formatNumber, giveUp, type Row } from './lib/report.ts'
import { searchBeside } from './lib/search-beside.ts'

const storeKinds = ['sqlite', 'postgres'] as const
type StoreKind = (typeof storeKinds)[number]

/** Settings of an operator; every commit is durable. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
}

/** Runs with an empty store of a database, and removes it. */
function withEmptyStore(kind: StoreKind, gibibytes: number, run: (store: DatabaseLocation) => Promise<void>) {
  return withEmptyFolder(`import-${kind}`, gibibytes, async (dataDir) => {
    if (kind === 'sqlite') return run({ dataDir })
    const server = await startPostgres(settings)
    try {
      return await run({ dataDir, databaseUrl: await createDatabase(server.url, 'bench') })
    } finally {
      await server.stop()
    }
  })
}

/**
 * `npm run bench:import [-- --data <folder> --only listed,nameChanges --store sqlite --seed N --quick]`: the import command
 * on the files of a register, into an empty store of each database and then once more unchanged; then generated records,
 * alone and beside searches. `--only` reduces the files, `--quick` the rows of each.
 */
const { values } = parseArgs({
  options: {
    data: commonOptions.data,
    seed: commonOptions.seed,
    only: { type: 'string' },
    store: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const { data, only, quick } = values
const seed = seedOf(values)
const GIBIBYTES = 8
const QUICK_ROWS = 100_000
const RECORDS = quick ? 100_000 : 1_000_000
const QUIET_SECONDS = quick ? 3 : 10

registerPaths(data)
const files = registerFiles.filter((file) => only === undefined || only.split(',').includes(file))
if (files.length === 0) giveUp(`There is no file ${only}: there are ${registerFiles.join(', ')}.`)
const stores = storeKinds.filter((kind) => values.store === undefined || values.store === kind)
if (stores.length === 0) giveUp(`There is no store ${values.store}: there are ${storeKinds.join(', ')}.`)
const report = createReport({
  name: 'import',
  isWhole: only === undefined && values.store === undefined && !quick,
  settings: { seed, files: files.join(', '), records: RECORDS, stores: stores.join(', ') },
})
const table: Row[] = [['store', 'run', 'file', 'rows', 'seconds', 'rows/s', 'peak MiB']]
const targets = { 'first load': 20_000, 'unchanged again': 100_000 }
let peak = 0

function addRow(store: StoreKind, run: string, file: string, { rows, seconds, peakMib }: ImportFigures) {
  table.push([store, run, file, ...[rows, seconds, rows / seconds, peakMib].map(formatNumber)])
  peak = Math.max(peak, peakMib)
}

async function measureCompanies(store: StoreKind, location: DatabaseLocation) {
  for (const [run, target] of Object.entries(targets)) {
    for (const file of files) {
      const figures = await importRegisterFile(file, location, { data, rows: quick ? QUICK_ROWS : undefined })
      addRow(store, run, file, figures)
      const { rows, seconds } = figures
      if (file === 'core') report.atLeast(`${store}, ${run}, ${rows} rows`, rows / seconds, target, 'rows/s')
    }
  }
}

async function measureRecords(store: StoreKind, location: DatabaseLocation) {
  const figures = await importRecords(location, { kind: 'contact', rows: RECORDS })
  addRow(store, 'first load', 'contact', figures)
  const { rows, seconds, cpuMs, serverCpuMs } = figures
  report.atLeast(`${store}, records, ${rows} contacts`, rows / seconds, 15_000, 'rows/s')
  report.figure(`${store}, records, CPU of the command`, (cpuMs * 1_000) / rows, 'µs a contact')
  if (store === 'sqlite') return
  report.figure(`${store}, records, CPU of PostgreSQL`, (serverCpuMs * 1_000) / rows, 'µs a contact')
  report.figure(`${store}, COPY of the same rows`, rows / (await copyRecords(location, 'contact')), 'contacts/s')
}

async function measureSearches(store: StoreKind, location: DatabaseLocation) {
  const work = async () => {
    const figures = await importRecords(location, { kind: 'keyPerson', rows: RECORDS })
    addRow(store, 'beside searches', 'keyPerson', figures)
  }
  const { quiet, during } = await searchBeside(location, { seed, quietSeconds: QUIET_SECONDS, work })
  report.figure(`${store}, search p99, quiet`, quiet.p99, 'ms')
  report.atMost(`${store}, search p99 during the import`, during.p99, 3 * quiet.p99, 'ms')
  report.check(`${store}, searches meanwhile`, `${during.failed} failed`, during.failed === 0)
}

for (const store of stores) {
  await withEmptyStore(store, GIBIBYTES, async (location) => {
    await measureCompanies(store, location)
    await measureRecords(store, location)
    await measureSearches(store, location)
  })
}
report.atMost('memory, the largest of all runs', peak, 400, 'MiB')
report.table('Runs', table)
report.finish()
