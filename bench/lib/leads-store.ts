import { once } from 'node:events'
import { cpSync, createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import Sqlite from 'better-sqlite3'
import { openDatabase } from '../../server/src/platform/database/open-database.ts'
import { contentsOf, openCachedStore, storeState } from './cached-store.ts'
import { type ImportFigures, runImport } from './import-command.ts'
import { buildIndexOf, type CompanyStore, openCompanyStore } from './stores.ts'

/** Raise it with every change of the rows below. */
const ROWS_VERSION = 1
const SOURCE = 'bench'
const AS_OF = '2026-06-30'
/** Companies read from the store at once. */
const PER_READ = 20_000

/** Records of the store by kind. A register of a million companies has the contacts of a million of them. */
export const recordsByKind = {
  contact: 2_000_000,
  keyPerson: 1_000_000,
  annualEmployees: 1_000_000,
  dishonestExecutor: 1_000_000,
} as const satisfies Partial<Record<RecordKindKey, number>>
export type BenchKind = keyof typeof recordsByKind
const kinds: readonly BenchKind[] = ['contact', 'keyPerson', 'annualEmployees', 'dishonestExecutor']

/** Different names of fictional persons: each has about twenty listings. */
const PERSON_NAMES = 50_000
/** One number in ten is published by several companies. */
const SHARED_NUMBERS = 20_000

type Subject = { companyName: string; creditCode?: string; registrationNumber?: string }

/** Companies of the store, in the order of their ids. */
async function* subjectsOf(dataDir: string): AsyncGenerator<Subject, void, undefined> {
  const database = openDatabase({ dataDir })
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
const numerals = Array.from('甲乙丙丁戊己庚辛壬癸')

/** Name of a fictional person. */
export const personName = (at: number) =>
  `演${Array.from(digits(at % PERSON_NAMES, 5), (digit) => numerals[Number(digit)]).join('')}`

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

/** Records that are not about a company of the register: listings of fictional persons. */
const listingOf = (at: number) => ({
  name: personName(at),
  subjectType: '自然人',
  caseNo: `（${2024 + (at % 2)}）演0101执${at}号`,
  court: '演示市示例区人民法院',
  province: `演示${at % 31}省`,
  performance: '全部未履行',
  filedDate: '2025-03-18',
  publishDate: '2025-05-06',
  certNo: `990101********${digits(at % 10_000, 4)}`,
})

const rowsOf: Readonly<Record<BenchKind, (subject: Subject, at: number) => object[]>> = {
  contact: contactsOf,
  keyPerson: (subject, at) => [{ ...subject, name: personName(at), positions: '董事', appointedDate: '2020-01-02' }],
  annualEmployees: (subject, at) => [{ ...subject, year: 2025, employees: at % 2_000 }],
  dishonestExecutor: (_subject, at) => [listingOf(at)],
}

/** Rows of a kind as the import reads them, as many as the store has. `change` alters every twentieth row. */
async function writeRows(file: string, dataDir: string, kind: BenchKind, change?: (row: object) => object) {
  const stream = createWriteStream(file)
  let at = 0
  let rows = 0
  for await (const subject of subjectsOf(dataDir)) {
    if (rows >= recordsByKind[kind]) break
    for (const row of rowsOf[kind](subject, at)) {
      const written = change !== undefined && rows % 20 === 0 ? change(row) : row
      rows += 1
      if (!stream.write(`${JSON.stringify(written)}\n`)) await once(stream, 'drain')
    }
    at += 1
  }
  stream.end()
  await once(stream, 'finish')
}

const importsFile = 'imports.json'

async function importRows(
  dataDir: string,
  kind: BenchKind,
  change?: (row: object) => object,
  options: readonly string[] = [],
): Promise<ImportFigures> {
  const folder = path.join(dataDir, 'input')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${kind}.ndjson`)
  const sources = path.join(folder, 'bench-sources.json')
  const source = {
    id: SOURCE,
    name: '评测数据',
    scope: '虚构的号码与人员',
    url: null,
    licence: '仅用于评测',
    kind: 'register',
    asOf: AS_OF,
  }
  writeFileSync(sources, JSON.stringify([source]))
  await writeRows(file, dataDir, kind, change)
  try {
    return await runImport([kind, file, '--source', SOURCE, '--sources', sources, ...options], dataDir)
  } finally {
    rmSync(file)
  }
}

/** Imports the employees again with five per cent of them changed, each time to another number. */
export const importChangedRows = (dataDir: string, employees: number, options: readonly string[]) =>
  importRows(dataDir, 'annualEmployees', (row) => ({ ...row, employees }), options)

/** Events of the store, and of each of `busyCompanies`. */
export const EVENTS = 5_000_000
const EVENTS_OF_BUSY = 1_000
const BUSY_COMPANIES = 50

const openFile = (dataDir: string) => new Sqlite(path.join(dataDir, 'baiqicha.sqlite'))

const busyRecords = `select subject_key, kind, record_id from record_subject
  where kind = 'annualEmployees' order by record_id limit ${BUSY_COMPANIES}`

/** Writes an event for records of the usual companies, and then many for each busy one. */
function writeEvents(dataDir: string) {
  const database = openFile(dataDir)
  const columns = `subject_key, kind, change, record_id, source_id, as_of, event_date, imported_at, run_id, is_late`
  const values = `subject_key, kind, 'added', record_id, '${SOURCE}', '${AS_OF}', '2026-06-01', ${Date.now()}, 'bench', 0`
  database.exec(`insert into company_event (${columns}) select ${values} from record_subject
    where kind in ('contact', 'keyPerson', 'annualEmployees') limit ${EVENTS - BUSY_COMPANIES * EVENTS_OF_BUSY}`)
  database.exec(`insert into company_event (${columns}) select ${values} from (${busyRecords}),
    (select 1 from record_subject limit ${EVENTS_OF_BUSY})`)
  database.exec('update event_cursor set seq = (select max(seq) from company_event)')
  database.close()
}

const columnOfMark = { 'c:': 'credit_code', 'r:': 'registration_number', 'n:': 'name_key' } as const

/** Companies with the most events. */
function findBusyCompanies(dataDir: string): string[] {
  const database = openFile(dataDir)
  const keys = database.prepare<[], string>(`select subject_key from (${busyRecords})`).pluck().all()
  const ids = keys.flatMap((key) =>
    Object.entries(columnOfMark).flatMap(([mark, column]) =>
      key.startsWith(mark)
        ? database.prepare<[string], string>(`select id from company where ${column} = ?`).pluck().all(key.slice(2))
        : [],
    ),
  )
  database.close()
  return ids
}

export type LeadsStore = {
  dataDir: string
  /** The same companies without records, and without contacts in its index. */
  register: CompanyStore
  imports: Readonly<Record<BenchKind, ImportFigures>>
  /** Companies with many more events than others. */
  busy: readonly string[]
}

/** The register with three million records and two million contacts more. Building takes about ten minutes. */
export async function openLeadsStore(data: string | undefined): Promise<LeadsStore> {
  const register = await openCompanyStore({ starter: false, data })
  const dataDir = await openCachedStore({
    name: 'leads',
    madeFrom: [storeState(register.dataDir), contentsOf([], ['platform/database/migrations']), ROWS_VERSION].join(' '),
    gibibytes: 12,
    build: async (folder) => {
      cpSync(register.dataDir, folder, { recursive: true })
      // It would be followed for minutes; a new one is built at once.
      rmSync(path.join(folder, 'index'), { recursive: true })
      const imports: Partial<Record<BenchKind, ImportFigures>> = {}
      for (const kind of kinds) imports[kind] = await importRows(folder, kind)
      writeFileSync(path.join(folder, importsFile), JSON.stringify(imports))
      writeEvents(folder)
      await buildIndexOf(folder)
    },
  })
  const imports: LeadsStore['imports'] = JSON.parse(readFileSync(path.join(dataDir, importsFile), 'utf8'))
  return { dataDir, register, imports, busy: findBusyCompanies(dataDir) }
}
