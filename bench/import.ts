import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type DatabaseLocation, openDatabase } from '../server/src/platform/database/open-database.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { personName } from './lib/generated-records.ts'
import { type ImportFigures, importWithSource } from './lib/import-command.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { copyRecords, createDatabase } from './lib/postgres.ts'
import { createReport, formatNumber, giveUp, type Row } from './lib/report.ts'
import { searchBeside } from './lib/search-beside.ts'
import { importRegisterFile, registerFiles, registerPaths, withEmptyFolder } from './lib/stores.ts'

/** Records about the companies of a store; numbers and persons are fictional. */

const BENCH_SOURCE = 'bench'
const BENCH_AS_OF = '2026-06-30'
/** Companies read from the store at once. */
const PER_READ = 20_000

/** Different names of fictional persons: each has about twenty listings. */
const PERSON_NAMES = 50_000
/** One number in ten is published by several companies. */
const SHARED_NUMBERS = 20_000

type Subject = { companyName: string; creditCode?: string; registrationNumber?: string }

/** Companies of the store, in the order of their ids. */
async function* subjectsOf(location: DatabaseLocation): AsyncGenerator<Subject, void, undefined> {
  const database = openDatabase(location)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await database.db
      .selectFrom('company')
      .select(['id', 'name', 'credit_code', 'registration_number'])
      .where('id', '>', after)
      .where('is_demo', '=', 0)
      .orderBy('id')
      .limit(PER_READ)
      .execute()
    for (const { name, credit_code: creditCode, registration_number: registrationNumber } of rows) {
      yield {
        companyName: name,
        ...(creditCode !== null && { creditCode }),
        ...(registrationNumber !== null && { registrationNumber }),
      }
    }
    after = rows.at(-1)?.id
  }
  await database.close()
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** Mobile of a company of the store; 154 is in no person's use. */
const mobileOf = (at: number) => `154${digits(at % 10 === 0 ? at % SHARED_NUMBERS : at, 8)}`

/** A landline or mailbox of a company, and a mobile. */
function contactsOf(subject: Subject, at: number): object[] {
  const report = { category: '年报', sourceTitle: '2025 年度报告', year: 2025, sourceDate: '2026-03-28', state: '实号' }
  const number = at % 10 === 0 ? at % SHARED_NUMBERS : at
  const second =
    at % 4 === 0
      ? { ...report, category: '官网', sourceTitle: '企业官网', type: '邮箱', value: `yanshi${number}@example.com` }
      : { ...report, type: '固话', value: `0990-6${digits(number, 7)}` }
  return [
    { ...subject, ...second },
    { ...subject, ...report, type: '手机', value: mobileOf(at) },
  ]
}

const rowsOf = {
  contact: contactsOf,
  keyPerson: (subject: Subject, at: number): object[] => [
    { ...subject, name: personName(at % PERSON_NAMES), positions: '董事', appointedDate: '2020-01-02' },
  ],
}

type RecordPlan = { kind: keyof typeof rowsOf; rows: number }

/** Rows of a kind as the import reads them. */
async function writeRows(file: string, location: DatabaseLocation, { kind, rows: wanted }: RecordPlan) {
  const stream = createWriteStream(file)
  let at = 0
  let rows = 0
  for await (const subject of subjectsOf(location)) {
    if (rows >= wanted) break
    for (const row of rowsOf[kind](subject, at)) {
      rows += 1
      if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain')
    }
    at += 1
  }
  stream.end()
  await once(stream, 'finish')
}

/** Imports generated records into the store. */
async function importRecords(location: DatabaseLocation, plan: RecordPlan): Promise<ImportFigures> {
  const { kind } = plan
  const folder = path.join(location.dataDir, 'input')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${kind}.ndjson`)
  const source = {
    id: BENCH_SOURCE,
    name: '评测数据',
    scope: '虚构的号码与人员',
    url: null,
    licence: '仅用于评测',
    kind: 'register',
    asOf: BENCH_AS_OF,
    covers: 'all',
  }
  await writeRows(file, location, plan)
  return importWithSource([kind, file, '--source', BENCH_SOURCE], source, location)
}

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
