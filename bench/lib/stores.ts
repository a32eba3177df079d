import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip, gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { TestServer } from '../../e2e/lib/server.ts'
import { auditHash } from '../../server/src/platform/audit.ts'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { drawSample, type Sample } from './generated-companies.ts'
import { type ImportFigures, importWithSource } from './import-command.ts'
import { giveUp } from './report.ts'

/** The files of a register of a million companies. They are no part of the project. */

export const defaultRegisterFolder = fileURLToPath(new URL('../../../shared/data', import.meta.url))
/** The lists of listed companies ship with the product, with the columns that its mapping requires. */
const shipped = { folder: fileURLToPath(new URL('../../data/starter', import.meta.url)) }
const sourceId = 'register'

/** In the order in which an operator imports them. */
const registerTables = {
  core: { name: 'companies_registry_core.csv.gz', mapping: 'registry', source: sourceId },
  detail: { name: 'companies_registry_detail_200k.csv.gz', mapping: 'registry', source: sourceId },
  listed: { ...shipped, name: 'companies.csv.gz', mapping: 'listed-companies', source: 'exchange-list' },
  nameChanges: {
    ...shipped,
    name: 'name-changes.csv.gz',
    mapping: 'listed-name-changes',
    source: 'short-name-changes',
  },
}
type RegisterFile = keyof typeof registerTables
export const registerFiles: readonly RegisterFile[] = ['core', 'detail', 'listed', 'nameChanges']

function pathOf(file: RegisterFile, folder: string): string {
  const { name, ...place } = registerTables[file]
  return path.resolve('folder' in place ? place.folder : folder, name)
}

/** Paths of all files, in `--data <folder>` or beside the repository. */
export function registerPaths(folder = defaultRegisterFolder): string[] {
  const paths = registerFiles.map((file) => pathOf(file, folder))
  const missing = paths.filter((file) => !existsSync(file))
  if (missing.length > 0) giveUp(`Missing: ${missing.join(', ')}. Name the folder of a register with --data <folder>.`)
  return paths
}

/** Copies the header and the first rows of a compressed file. */
async function copyRows(original: string, copy: string, rows: number) {
  const lines = createInterface({ input: createReadStream(original).pipe(createGunzip()) })
  const first: string[] = []
  for await (const line of lines) {
    first.push(line)
    if (first.length > rows) break
  }
  writeFileSync(copy, gzipSync(`${first.join('\n')}\n`, { level: 1 }))
}

/**
 * Imports one of the files, or its first `rows`. The import writes its rejects beside the file, whose folder may be read-only: it gets a copy.
 */
export async function importRegisterFile(
  file: RegisterFile,
  location: DatabaseLocation,
  { data, rows }: { data: string | undefined; rows?: number | undefined },
): Promise<ImportFigures> {
  const { name, mapping, source } = registerTables[file]
  const folder = path.join(location.dataDir, 'input')
  mkdirSync(folder, { recursive: true })
  const copy = path.join(folder, name)
  const original = pathOf(file, data ?? defaultRegisterFolder)
  if (rows === undefined) copyFileSync(original, copy)
  else await copyRows(original, copy, rows)
  const register = {
    id: sourceId,
    name: '企业登记数据（评测用）',
    scope: '2005 年以前成立的企业',
    url: null,
    licence: 'CC BY-NC-SA 4.0，仅用于评测',
    kind: 'register',
    asOf: '2019',
  }
  return importWithSource(['companies', copy, '--mapping', mapping, '--source', source], register, location)
}

const GIB = 2 ** 30

/** Folder of everything that a bench stores; `DATA_DIR` is the variable of the server. */
const benchFolder = () => path.join(path.resolve(process.env['DATA_DIR']?.trim() || './var'), 'bench')

const stampName = 'made-from.txt'

function makeFolder(name: string, gibibytes: number): string {
  const folder = path.join(benchFolder(), name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  const free = (bavail * bsize) / GIB
  if (free < gibibytes) giveUp(`${folder} needs ${gibibytes} GiB of free disk, and has ${free.toFixed(1)}.`)
  return folder
}

type StoreRequest = {
  name: string
  /** What the store is made from; another text means that it is built again. */
  madeFrom: string
  /** Largest disk space in use while it is built. */
  gibibytes: number
  build: (folder: string) => Promise<void>
}

/** A folder under `DATA_DIR/bench` that is built once and reused as long as `madeFrom` stays the same. */
export async function openCachedStore({ name, madeFrom, gibibytes, build }: StoreRequest): Promise<string> {
  const stamp = path.join(benchFolder(), name, stampName)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return path.dirname(stamp)
  const folder = makeFolder(name, gibibytes)
  console.log(`${folder}: building`)
  await build(folder)
  // Written last: an interrupted build leaves no stamp and is repeated.
  writeFileSync(stamp, madeFrom)
  return folder
}

/** Runs with an empty folder under `DATA_DIR/bench` and removes it afterwards. */
export async function withEmptyFolder<T>(name: string, gibibytes: number, run: (folder: string) => Promise<T>) {
  const folder = makeFolder(name, gibibytes)
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The text a cached store was made from. */
export const storeState = (folder: string) => readFileSync(path.join(folder, stampName), 'utf8')

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A text that changes with the contents of these files and of the files directly in these folders of `server/src`. */
function contentsOf(files: readonly string[], folders: readonly string[]): string {
  const inFolders = folders.flatMap((folder) => {
    const whole = fileURLToPath(new URL(`../../server/src/${folder}/`, import.meta.url))
    const entries = readdirSync(whole, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
    return entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
  })
  return [...files, ...inFolders].map(hashOf).join(' ')
}

/** A DATA_DIR with index, and companies of it to draw queries from. */
export type CompanyStore = { dataDir: string; sample: Sample }

const sampleFile = 'sample.json'

/** Starts a server on the folder until its index is ready, and draws the sample. */
async function finishStore(dataDir: string) {
  const server = await TestServer.create({ DATA_DIR: dataDir })
  try {
    await server.start(500)
  } finally {
    await server.dispose()
  }
  writeFileSync(path.join(dataDir, sampleFile), JSON.stringify(await drawSample({ from: 'store', dataDir })))
}

async function withSample(dataDir: string): Promise<CompanyStore> {
  const sample: Sample = JSON.parse(readFileSync(path.join(dataDir, sampleFile), 'utf8'))
  return { dataDir, sample }
}

/** The register, imported by the import command. Building takes minutes. */
async function openRegisterStore(data: string | undefined): Promise<CompanyStore> {
  const dataDir = await openCachedStore({
    name: 'million',
    madeFrom: contentsOf(registerPaths(data), ['importers/file/mappings', 'platform/database/migrations']),
    gibibytes: 6,
    build: async (folder) => {
      for (const file of registerFiles) await importRegisterFile(file, { dataDir: folder }, { data })
      await finishStore(folder)
    },
  })
  return withSample(dataDir)
}

/** The companies that ship; every start of a server brings them up to date. */
export async function openStarterStore(): Promise<CompanyStore> {
  const madeFrom = contentsOf([], ['platform/database/migrations'])
  return withSample(await openCachedStore({ name: 'starter', madeFrom, gibibytes: 1, build: finishStore }))
}

export const openCompanyStore = ({ starter, data }: { starter: boolean; data: string | undefined }) =>
  starter ? openStarterStore() : openRegisterStore(data)

type DeskSizes = { corrections: number; feedback: number; users: number; audit: number }

const HOUR = 3_600_000
const started = Date.parse('2025-01-01T00:00:00+08:00')
const numbered = (prefix: string, at: number) => `${prefix}20250101-${String(at).padStart(8, '0')}`

/** Fills the SQLite store of a stopped server. Half of the corrections and of the feedback are open. */
export function fillDeskStore(dataDir: string, { corrections, feedback, users, audit }: DeskSizes): void {
  const db = new Sqlite(path.join(dataDir, 'baiqicha.sqlite'))
  for (const setting of ['journal_mode = wal', 'synchronous = off', 'cache_size = -200000']) db.pragma(setting)
  const all = (rows: number, insert: (at: number) => void) =>
    db.transaction(() => {
      for (let at = 0; at < rows; at += 1) insert(at)
    })()

  const addUser = db.prepare('insert into user_account (id, mobile, created_at) values (?, ?, ?)')
  all(users, (at) => addUser.run(`u-${at}`, String(13_000_000_000 + at), started + at))

  const company = db.prepare('select id from company limit 1').pluck().get()
  const addCorrection = db.prepare(`insert into correction
    (number, company_id, record_kind, record_id, title, company_name, reason, content, statement, claimant, user_id, state,
      result, is_shielding, submitted_at, due_at, decided_at)
    values (?, ?, null, null, '企业登记信息', '演示企业', '信息有误', ?, '', '本企业', ?, ?, ?, 0, ?, ?, ?)`)
  const addStep = db.prepare(`insert into correction_step (id, correction_number, at, label, actor)
    values (?, ?, ?, '已受理', 'applicant')`)
  all(corrections, (at) => {
    const [number, at0, isOpen] = [numbered('JC', at), started + at * 60_000, at % 2 === 0]
    const content = `演示：第 ${at} 件，登记信息有误，请核实后更正。`
    const result = [isOpen ? '已受理' : '已办结', isOpen ? null : '维持']
    const times = [at0, at0 + 480 * HOUR, isOpen ? null : at0 + HOUR]
    addCorrection.run(number, company, content, `u-${at % users}`, ...result, ...times)
    addStep.run(`st-${at}`, number, at0)
  })

  const addFeedback = db.prepare(`insert into feedback
    (number, kind, priority, state, user_id, contact, content, created_at, is_unread) values (?, ?, ?, ?, ?, ?, ?, ?, 0)`)
  const addEntry = db.prepare(`insert into feedback_entry (id, feedback_number, at, author, content)
    values (?, ?, ?, 'operator', '演示：已修复，请刷新页面。')`)
  all(feedback, (at) => {
    const number = numbered('FB', at)
    const state = at % 2 === 0 ? '已提交' : '已回复'
    const kind = at % 50 === 0 ? '隐私与删除' : '功能异常'
    const content = `演示：第 ${at} 条，搜索以后结果页是空白的，切换筛选条件再返回就会出现，每次都是这样，请检查。`
    const priority = kind === '功能异常' ? 1 : 0
    addFeedback.run(number, kind, priority, state, `u-${at % users}`, '15400009876', content, started + at * 60_000)
    if (state === '已回复') addEntry.run(`e-${at}`, number, started + at * 60_000 + HOUR)
  })

  const addAudit = db.prepare(`insert into operator_audit
    (id, at, operator, origin, action, subject, before, after, reason, number, previous_hash)
    values (@id, @at, @operator, @origin, @action, @subject, @before, @after, @reason, @number, @previous_hash)`)
  const head = db.prepare<[], { number: number; hash: string }>('select number, hash from operator_audit_head').get()
  let { number, hash } = head ?? { number: 0, hash: '' }
  const actions = ['correctionExamined', 'correctionDecided', 'feedbackAnswered', 'evidenceShown'] as const
  all(audit, (at) => {
    number += 1
    const row = {
      id: `p-bench-${at}`,
      at: started + at * 30_000,
      operator: `desk:演示${at % 20}`,
      origin: '10.8.0.12',
      action: actions[at % actions.length] ?? 'evidenceShown',
      subject: numbered('JC', at % corrections),
      before: '{"state":"核查中","result":null}',
      after: '{"state":"已办结","result":"维持"}',
      reason: '演示：来源确认无误。',
      number,
      previous_hash: hash,
    }
    hash = auditHash(row)
    addAudit.run(row)
  })
  db.prepare('update operator_audit_head set number = ?, hash = ?').run(number, hash)
  db.exec('analyze')
  db.close()
}
