import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { contentsOf, openCachedStore, storeState } from './cached-store.ts'
import type { ImportFigures } from './import-command.ts'
import { BENCH_AS_OF, BENCH_SOURCE, type BenchKind, importRecords } from './record-rows.ts'
import { buildIndexOf, type CompanyStore, openCompanyStore } from './stores.ts'

/** Raise it with every change of the rows below. */
const ROWS_VERSION = 1

/** Records of the store by kind. A register of a million companies has the contacts of a million of them. */
export const recordsByKind = {
  contact: 2_000_000,
  keyPerson: 1_000_000,
  annualEmployees: 1_000_000,
  dishonestExecutor: 1_000_000,
} as const satisfies Record<BenchKind, number>
const kinds: readonly BenchKind[] = ['contact', 'keyPerson', 'annualEmployees', 'dishonestExecutor']

/** Imports the employees again with five per cent of them changed, each time to another number. */
export const importChangedRows = (dataDir: string, employees: number, options: readonly string[]) =>
  importRecords(
    { dataDir },
    { kind: 'annualEmployees', rows: recordsByKind.annualEmployees, change: (row) => ({ ...row, employees }), options },
  )

const importsFile = 'imports.json'

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
  const values = `subject_key, kind, 'added', record_id, '${BENCH_SOURCE}', '${BENCH_AS_OF}', '2026-06-01', ${Date.now()}, 'bench', 0`
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
      for (const kind of kinds)
        imports[kind] = await importRecords({ dataDir: folder }, { kind, rows: recordsByKind[kind] })
      writeFileSync(path.join(folder, importsFile), JSON.stringify(imports))
      writeEvents(folder)
      await buildIndexOf(folder)
    },
  })
  const imports: LeadsStore['imports'] = JSON.parse(readFileSync(path.join(dataDir, importsFile), 'utf8'))
  return { dataDir, register, imports, busy: findBusyCompanies(dataDir) }
}
