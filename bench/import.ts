import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { Client } from 'pg'
import { creditCodeCheck } from '../contract/src/certificate-checks.ts'
import type { DatabaseLocation } from '../server/src/platform/database/open-database.ts'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { withEmptyFolder } from './lib/cached-store.ts'
import { type ImportFigures, runImport } from './lib/import-command.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { copyRecords } from './lib/postgres-limit.ts'
import { importRecords } from './lib/record-rows.ts'
import { importRegisterFile, registerFiles, registerPaths } from './lib/register.ts'
import { createReport, formatNumber, giveUp, type Row } from './lib/report.ts'
import { searchBeside } from './lib/search-beside.ts'

const header = ['企业名称', '统一社会信用代码', '成立日期', '注册资本', '注册地址', '经营状态']
const types = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const parts = {
  'xl/workbook.xml': `<workbook xmlns="${types}" xmlns:r="${office}"><sheets><sheet name="数据" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${types}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
}

function textsOf(row: number): string[] {
  const code = `9144030099${String(row).padStart(7, '0')}`
  const place = `演示市演示区演示路${row % 9_973}号${row}室`
  return [`演示第${row}号贸易有限公司`, `${code}${creditCodeCheck(code)}`, place]
}

/** Rows as Excel writes them: names, codes and addresses as shared texts, dates as serials. */
function* sheetXml(rows: number): Generator<string> {
  const titles = header.map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join('')
  yield `<worksheet xmlns="${types}"><sheetData><row r="1">${titles}</row>`
  for (let row = 0; row < rows; row += 1) {
    const [name, code, place] = [0, 1, 2].map((text) => `<c t="s"><v>${row * 3 + text}</v></c>`)
    const founded = `<c s="1"><v>${36_526 + (row % 9_000)}</v></c>`
    yield `<row>${name}${code}${founded}<c t="str"><v>${(row % 900) + 100}万人民币</v></c>${place}<c t="str"><v>存续</v></c></row>`
  }
  yield '</sheetData></worksheet>'
}

function* stringsXml(rows: number): Generator<string> {
  yield `<sst xmlns="${types}">`
  for (let row = 0; row < rows; row += 1) for (const text of textsOf(row)) yield `<si><t>${text}</t></si>`
  yield '</sst>'
}

const PIECE = 256 * 1024

/** Imports generated companies from an XLSX file. */
function importWorkbook(location: DatabaseLocation, rows: number) {
  const file = path.join(location.dataDir, 'companies.xlsx')
  const handle = openSync(file, 'w')
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    writeSync(handle, bytes)
  })
  const add = (name: string, xml: Iterable<string>) => {
    const part = new ZipDeflate(name, { level: 3 })
    zip.add(part)
    let piece = ''
    for (const text of xml) {
      piece += text
      if (piece.length < PIECE) continue
      part.push(strToU8(piece))
      piece = ''
    }
    part.push(strToU8(piece), true)
  }
  for (const [name, xml] of Object.entries(parts)) add(name, [xml])
  add('xl/worksheets/sheet1.xml', sheetXml(rows))
  add('xl/sharedStrings.xml', stringsXml(rows))
  zip.end()
  closeSync(handle)
  return runImport(['companies', file, '--source', 'demo', '--no-events'], location)
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
      const admin = new Client({ connectionString: server.url })
      await admin.connect()
      await admin.query('create database bench')
      await admin.end()
      const databaseUrl = new URL(server.url)
      databaseUrl.pathname = '/bench'
      return await run({ dataDir, databaseUrl: databaseUrl.href })
    } finally {
      await server.stop()
    }
  })
}

/**
 * `npm run bench:import [-- --data <folder> --only listed,nameChanges --store sqlite --seed N --quick --workbook]`: the import command
 * on the files of a register, into an empty store of each database and then once more unchanged; then generated records,
 * alone and beside searches. `--only` reduces the files, `--quick` the rows of each. `--workbook`: only an XLSX
 * file of 500,000 rows, which needs no register.
 */
const { values } = parseArgs({
  options: {
    data: commonOptions.data,
    seed: commonOptions.seed,
    only: { type: 'string' },
    store: { type: 'string' },
    quick: { type: 'boolean', default: false },
    workbook: { type: 'boolean', default: false },
  },
})
const { data, only, quick, workbook } = values
const seed = seedOf(values)
const GIBIBYTES = 8
const QUICK_ROWS = 100_000
const RECORDS = quick ? 100_000 : 1_000_000
const QUIET_SECONDS = quick ? 3 : 10

if (!workbook) registerPaths(data)
const files = registerFiles.filter((file) => only === undefined || only.split(',').includes(file))
if (files.length === 0) giveUp(`There is no file ${only}: there are ${registerFiles.join(', ')}.`)
const stores = storeKinds.filter((kind) => values.store === undefined || values.store === kind)
if (stores.length === 0) giveUp(`There is no store ${values.store}: there are ${storeKinds.join(', ')}.`)
const report = createReport({
  name: 'import',
  isWhole: only === undefined && values.store === undefined && !quick && !workbook,
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

async function measureWorkbook(store: StoreKind) {
  await withEmptyStore(store, GIBIBYTES, async (location) => {
    const figures = await importWorkbook(location, quick ? QUICK_ROWS : 500_000)
    addRow(store, 'first load', 'XLSX', figures)
    report.atLeast(`${store}, XLSX, ${figures.rows} rows`, figures.rows / figures.seconds, 5_000, 'rows/s')
  })
}

for (const store of stores) {
  await measureWorkbook(store)
  if (workbook) continue
  await withEmptyStore(store, GIBIBYTES, async (location) => {
    await measureCompanies(store, location)
    await measureRecords(store, location)
    await measureSearches(store, location)
  })
}
report.atMost('memory, the largest of all runs', peak, 400, 'MiB')
report.table('Runs', table)
report.finish()
