import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { DESK_API, DESK_HEADER, type DeskActionName, deskPath } from '@baiqicha/contract/desk/actions'
import { PIECE_BYTES, UPLOAD_PIECE_PATH } from '@baiqicha/contract/desk/uploads'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { loadClasses } from '@baiqicha/contract/routes'
import * as z from 'zod/mini'
import { creditCodeCheck } from '../contract/src/certificate-checks.ts'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { OPERATOR_PASSWORD, totpAt } from '../e2e/lib/operators.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { limitNames } from '../server/src/platform/limits/limit-rules.ts'
import { createOperationMonitor } from '../server/src/platform/operations/operation-monitor.ts'
import { buildIfNeeded } from '../tools/lib/build.mjs'
import { fillDeskStore } from './lib/desk-store.ts'
import { runImport } from './lib/import-command.ts'
import { createLoads, FOR_ONE_CLIENT } from './lib/load.ts'
import { processCpu, processMemory } from './lib/process-figures.ts'
import { createReport, formatNumber } from './lib/report.ts'
import { median, percentile, timed } from './lib/timing.ts'

/**
 * `npm run bench:desk [-- --share 1 --calls 200]`: lists and details of the desk over HTTP with 4 clients, its memory, the size
 * of its first load, an upload, a sample of 运行, a list during an overload of the public port, searches during an import at the desk and from the shell, and the time of refused logins. The load comes from the same cores, so that the CPU of the server is printed
 * too: it depends on other programs least. `--share`: of the rows.
 */
const { values } = parseArgs({
  options: { share: { type: 'string', default: '1' }, calls: { type: 'string', default: '200' } },
})
const [share, calls] = [Number(values.share), Number(values.calls)]
const CLIENTS = 4
const IDLE_MS = 10_000
const UPLOAD_BYTES = 512 * 1024 * 1024
const IMPORTED_COMPANIES = Math.max(5_000, Math.round(100_000 * share))
const IMPORT_TURNS = 3
const LOGIN_TURNS = 4
const LOGINS_PER_TURN = 10
const OVERLOAD_CONNECTIONS = 1_600
const OVERLOAD_SECONDS = 5
const sizes = {
  corrections: Math.round(100_000 * share),
  feedback: Math.round(100_000 * share),
  users: Math.round(1_000_000 * share),
  audit: Math.round(1_000_000 * share),
}
const report = createReport({
  name: 'desk',
  isWhole: share === 1,
  settings: { ...sizes, calls, 'load average before': loadavg().map(formatNumber).join(' ') },
})

/** KiB of the built pages, gzip. */
function firstLoadKib(): number {
  const folder = fileURLToPath(new URL('../web/dist-desk', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(html|js|css)$/.test(file),
  )
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0) / 1024
}

const milliseconds = (value: number) => `${value.toFixed(1)} ms`

type Sent = { data: unknown; code: number; cookie: string }

type Call = { origin: string; path: string; cookie?: string | undefined; address?: string | undefined }

/** Posts as the pages do. `address`: of the client, which the server believes its proxy. */
const post = ({ origin, path: to, cookie = '', address = '10.8.0.12' }: Call, type: string, body: BodyInit) =>
  fetch(origin + to, {
    method: 'POST',
    headers: { 'content-type': type, origin, [DESK_HEADER]: '1', cookie, 'x-forwarded-for': address },
    body,
  })

async function send(origin: string, callPath: string, body: object, cookie?: string, address?: string): Promise<Sent> {
  const response = await post({ origin, path: callPath, cookie, address }, 'application/json', JSON.stringify(body))
  const { code, data } = z.parse(envelopeSchema, await response.json())
  return { code, data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const begun = z.object({ secret: z.string(), recoveryCodes: z.array(z.string()) })

/** Completes the set-up of the first administrator. Returns the cookie and fresh codes. */
async function setUp(origin: string, setupCode: string) {
  const { data } = await send(origin, `${DESK_API}/setup/begin`, {
    setupCode,
    name: '演示甲',
    password: OPERATOR_PASSWORD,
  })
  const { secret, recoveryCodes } = z.parse(begun, data)
  const code = totpAt(secret, Date.now())
  const { cookie } = await send(origin, `${DESK_API}/setup/finish`, { setupCode, name: '演示甲', code })
  return { cookie, freshCodes: recoveryCodes }
}

/** Milliseconds of each call of four clients, each of which waits for its answer. @throws Error for a refused call */
async function measure(run: (at: number) => Promise<Sent>): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const client = async () => {
    while (next < calls) {
      const at = next++
      const took = await timed(async () => {
        // The server may close an idle connection at the moment of a call.
        const { code } = await run(at).catch(() => run(at))
        if (code !== 0) throw new Error(`code ${code}`)
      })
      times.push(took)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return times
}

/** Sends a file in pieces as the page does. `afterPiece` runs after each. Returns the id of the upload and its milliseconds. */
async function upload(origin: string, cookie: string, bytes: Buffer<ArrayBuffer>, afterPiece: () => void) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
    bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  )
  const hashes = pieces.map((piece) => createHash('sha256').update(piece).digest('hex'))
  const file = { fileName: '演示.csv', size: bytes.length, pieces: hashes }
  const begin = () => send(origin, deskPath('uploads begin'), file, cookie)
  // The server may have closed the idle connection meanwhile.
  const { data } = await begin().catch(begin)
  const { id } = z.parse(z.object({ id: z.string() }), data)
  const took = await timed(async () => {
    for (const [at, body] of pieces.entries()) {
      const call = { origin, path: `${UPLOAD_PIECE_PATH}?id=${id}&piece=${at}`, cookie }
      const response = await post(call, 'application/octet-stream', body)
      const { code, message } = z.parse(envelopeSchema, await response.json())
      if (code !== 0) throw new Error(message)
      afterPiece()
    }
  })
  return { id, took }
}

/** Uploads a file. Returns the MB a second, and by how much the memory of the server grew at most. */
async function measureUpload(origin: string, cookie: string, pid: number | undefined) {
  const bytes = Buffer.alloc(UPLOAD_BYTES)
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at)
  const before = processMemory(pid, 'VmRSS')
  let most = before
  const { id, took } = await upload(origin, cookie, bytes, () => {
    most = Math.max(most, processMemory(pid, 'VmRSS'))
  })
  await send(origin, deskPath('uploads discard'), { id }, cookie)
  return { rate: bytes.length / 1e6 / (took / 1_000), memory: most - before }
}

/** Fictional companies that no other file has. */
function companiesCsv(from: number): Buffer<ArrayBuffer> {
  const rows = Array.from({ length: IMPORTED_COMPANIES }, (_, at) => {
    const code = `9144030099${String(from + at).padStart(7, '0')}`
    return `演示第${from + at}号贸易有限公司,${code}${creditCodeCheck(code)},存续`
  })
  return Buffer.from(`企业名称,统一社会信用代码,经营状态\n${rows.join('\n')}\n`)
}

/** Uploads a file of companies. Returns a function that imports it by the desk. @throws Error for a refused call */
async function uploadAtDesk(origin: string, cookie: string, bytes: Buffer<ArrayBuffer>) {
  const { id } = await upload(origin, cookie, bytes, () => {})
  const act = async (name: DeskActionName, body: object) => {
    const { code, data } = await send(origin, deskPath(name), { id, ...body }, cookie)
    if (code !== 0) throw new Error(`${name}: code ${code}`)
    return data
  }
  await act('uploads save', { kind: 'companies', sourceId: 'demo', covers: '', columns: null })
  return async (freshCode: string) => {
    await act('uploads run', { dryRun: false, totp: freshCode })
    for (;;) {
      const { state } = z.parse(z.object({ state: z.string() }), await act('uploads show', {}))
      if (state === 'done') return
      if (state !== 'running') throw new Error(`the import is ${state}`)
      await wait(250)
    }
  }
}

/** Milliseconds of searches, one after the other, while work goes on. */
async function searchesDuring(work: Promise<unknown>, search: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const over = new AbortController()
  const ended = work.finally(() => over.abort())
  while (!over.signal.aborted) times.push(await timed(search))
  await ended
  return times
}

/** Milliseconds of one sample, with the counters of a busy process. */
function measureSample(): number {
  const monitor = createOperationMonitor('bench', { now: () => Date.now() })
  const times: number[] = []
  for (let round = 0; round < 200; round += 1) {
    for (const load of loadClasses) for (let at = 0; at < 100; at += 1) monitor.answered(load, at * 7, 200)
    for (const limit of limitNames) monitor.refused(limit)
    const startedAt = performance.now()
    monitor.sample({ lagSeconds: 0, segments: 14, waiting: 0, memory: process.memoryUsage.rss(), freeDisk: 0.5 })
    times.push(performance.now() - startedAt)
  }
  return percentile(times, 0.99)
}

await buildIfNeeded('desk')

async function memoryOf(env: Record<string, string>): Promise<number> {
  const server = await TestServer.create({ OPS_PORT: '', ...env })
  try {
    await server.start()
    await wait(IDLE_MS)
    return processMemory(server.pid, 'VmRSS')
  } finally {
    await server.dispose()
  }
}

const off = await memoryOf({})
const idle = await memoryOf({ OPS_PORT: '0' })
const server = await TestServer.create({
  OPS_PORT: '0',
  TRUSTED_PROXIES: '127.0.0.1',
  OPS_ALLOW: '10.0.0.0/8',
  LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []),
})
try {
  await server.start()
  await server.stop()
  fillDeskStore(path.join(server.folder, 'data'), sizes)
  server.output = ''
  await server.start()
  // The desk listens a moment after the server is ready.
  const addressIn = () => /(http:\S+)\/#\/setup\?code=(\S+?)（/.exec(server.output)
  while (addressIn() === null) await wait(50)
  const [, origin = '', setupCode = ''] = addressIn() ?? []
  const { cookie, freshCodes } = await setUp(origin, setupCode)
  const numberOf = (prefix: string, at: number) =>
    `${prefix}20250101-${String((at * 7_919) % sizes.corrections).padStart(8, '0')}`
  const act = (name: DeskActionName, body: object) => send(origin, deskPath(name), body, cookie)

  /** Names with the calls that are measured; `at` differs with each call. */
  const measured: [string, (at: number) => Promise<Sent>][] = [
    ['corrections, open', () => act('corrections list', {})],
    ['corrections, a page within', (at) => act('corrections list', { after: numberOf('JC', at * 2) })],
    ['corrections, decided', () => act('corrections list', { queue: 'decided' })],
    ['one correction', (at) => act('corrections show', { number: numberOf('JC', at) })],
    ['feedback, waiting', () => act('feedback list', {})],
    [
      'feedback of a kind, a page within',
      (at) => act('feedback list', { kind: '功能异常', after: numberOf('FB', at * 2) }),
    ],
    ['feedback, a search', (at) => act('feedback list', { search: `第 ${at * 37} 条` })],
    ['one feedback', (at) => act('feedback show', { number: numberOf('FB', at) })],
    [
      'a user by mobile number',
      (at) => act('users show', { key: String(13_000_000_000 + ((at * 7_919) % sizes.users)) }),
    ],
    ['audit, newest', () => act('audit list', {})],
    ['audit of an operator and action', () => act('audit list', { operator: '演示3', action: 'evidenceShown' })],
    ['audit of a subject', (at) => act('audit list', { subject: numberOf('JC', at) })],
    [
      'audit, a search in 30 days',
      () => act('audit list', { search: '来源确认', from: '2025-06-01', to: '2025-06-30' }),
    ],
    ['suppressions', () => act('suppress list', {})],
    ['hidden numbers', () => act('numbers list', {})],
    ['operators', () => act('operators list', {})],
    ['alarms', () => act('alarms list', {})],
    ['checks', () => act('checks list', {})],
    ['operations, an hour', () => act('operations show', {})],
    ['uploads', () => act('uploads list', {})],
  ]
  const rows = [['call', 'median', 'p99', 'CPU of the server']]
  for (const [name, run] of measured) {
    // The first calls compile statements and read pages of the database.
    await measure(run)
    const before = processCpu(server.pid)
    const times = await measure(run)
    const cpu = (processCpu(server.pid) - before) / calls
    console.log(`${name}: ${milliseconds(median(times))}, CPU ${milliseconds(cpu)}`)
    rows.push([name, ...[median(times), percentile(times, 0.99), cpu].map(milliseconds)])
    report.atMost(`${name}, p99 with ${CLIENTS} clients`, percentile(times, 0.99), 50, 'ms')
  }
  report.table('Calls', rows)

  const uploaded = await measureUpload(origin, cookie, server.pid)
  report.atLeast(`upload of ${UPLOAD_BYTES / 2 ** 20} MiB over loopback`, uploaded.rate, 50, 'MB/s')
  report.atMost('memory of the server during the upload, more than before', uploaded.memory, 30, 'MiB')
  report.atMost('one sample of 运行, p99', measureSample(), 1, 'ms')

  // 16 times the connections at which `bench:http` finds the highest rate of searches.
  const token = await createSession(server)
  const search = { path: `/api/h5/v1/company/search?keyword=${encodeURIComponent('演示')}`, headers: { token } }
  const loads = createLoads()
  const flood = { what: 'searches', port: server.port, connections: OVERLOAD_CONNECTIONS, requests: [search] }
  const flooding = new AbortController()
  const over = loads.load({ ...flood, seconds: OVERLOAD_SECONDS }).finally(() => flooding.abort())
  const meanwhile: number[] = []
  let unanswered = 0
  const readList = async () => {
    const { code } = await act('corrections list', {})
    if (code !== 0) unanswered += 1
  }
  while (!flooding.signal.aborted) meanwhile.push(await timed(readList))
  await over
  report.table('Overload of the public port', loads.rows)
  const during = `corrections, open, during ${OVERLOAD_CONNECTIONS} connections`
  report.atMost(`${during}, p99`, percentile(meanwhile, 0.99), 500, 'ms')
  report.check(`${during}: answered`, `${meanwhile.length - unanswered} of ${meanwhile.length}`, unanswered === 0)

  // Each import adds companies that the others have not, when its upload is over and the index has those of the one before. The two
  // take turns, since the index grows and the load of the machine changes, and the first turn is not counted.
  const shellFile = path.join(server.folder, 'shell.csv')
  const searchFor = async (keyword: string) => {
    const address = `http://127.0.0.1:${server.port}/api/h5/v1/company/search?keyword=${encodeURIComponent(keyword)}`
    const response = await fetch(address, { headers: search.headers })
    if (!response.ok) throw new Error(`a search got ${response.status}`)
    return response.text()
  }
  const location = { dataDir: path.join(server.folder, 'data') }
  const byShell: number[] = []
  const byDesk: number[] = []
  for (let turn = 0; turn < IMPORT_TURNS * 2 + 2; turn += 1) {
    const isDesk = turn % 4 === 1 || turn % 4 === 2
    const from = turn * IMPORTED_COMPANIES
    const bytes = companiesCsv(from)
    let run: () => Promise<unknown> = () => runImport(['companies', shellFile, '--source', 'demo'], location)
    if (isDesk) {
      const runAtDesk = await uploadAtDesk(origin, cookie, bytes)
      run = () => runAtDesk(freshCodes.shift() ?? '')
    } else writeFileSync(shellFile, bytes)
    const times = await searchesDuring(run(), () => searchFor('演示'))
    if (turn >= 2) (isDesk ? byDesk : byShell).push(...times)
    const last = String(from + IMPORTED_COMPANIES - 1)
    while (!(await searchFor(`演示第${last}号贸易有限公司`)).includes(last)) await wait(250)
  }
  const rowsOfImports = Object.entries({ 'from the shell': byShell, 'at the desk': byDesk }).map(([name, times]) => [
    name,
    String(times.length),
    ...[median(times), percentile(times, 0.99)].map(milliseconds),
  ])
  const title = `Searches during an import of ${IMPORTED_COMPANIES} companies`
  report.table(title, [['import', 'searches', 'p50', 'p99'], ...rowsOfImports])
  report.atMost(
    'search during an import at the desk / from the shell, p99',
    percentile(byDesk, 0.99) / percentile(byShell, 0.99),
    1.2,
    '',
  )

  const wrongLogins = [
    { what: 'unknown name', name: '演示无此人', password: 'wrong', spent: 0 },
    { what: 'wrong password', name: '演示甲', password: 'wrong', spent: 0 },
    { what: 'wrong code', name: '演示甲', password: OPERATOR_PASSWORD, spent: 0 },
  ]
  // The first logins compile code and compute the hash for names without one, and the load of the machine changes: the cases
  // take turns, and their first turn is not counted.
  let address = 0
  for (let turn = 0; turn <= LOGIN_TURNS; turn += 1) {
    for (const login of wrongLogins) {
      const { name, password } = login
      const before = processCpu(server.pid)
      for (let logins = 0; logins < LOGINS_PER_TURN; logins += 1) {
        // Each login comes from another address, so that none waits.
        address += 1
        const from = `10.9.${Math.floor(address / 250)}.${address % 250}`
        await send(origin, `${DESK_API}/session/login`, { name, password, code: '000000' }, '', from)
      }
      if (turn > 0) login.spent += processCpu(server.pid) - before
    }
  }
  const refused = wrongLogins.map(({ spent }) => spent / (LOGIN_TURNS * LOGINS_PER_TURN))
  const ratio = Math.max(...refused) / Math.min(...refused)
  report.table('Refused logins', [
    ['case', 'CPU of the server'],
    ...wrongLogins.map(({ what }, at) => [what, `${(refused[at] ?? Number.NaN).toFixed(0)} ms`]),
  ])
  report.atMost('CPU of the slowest / fastest refused login', ratio, 1.2, '')
  report.atMost('desk on and idle, more memory than off', idle - off, 15, 'MiB')
  report.figure('server with the desk off, resident', off, 'MiB')
  report.atMost('every file of the pages, gzip', firstLoadKib(), 250, 'KiB')
  report.figure('load average after', loadavg()[0] ?? Number.NaN, '')
} finally {
  await server.dispose()
}
report.finish()
