import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DESK_API, DESK_HEADER, type DeskActionName, deskPath } from '@baiqicha/contract/desk/actions'
import { PIECE_BYTES, UPLOAD_PIECE_PATH } from '@baiqicha/contract/desk/uploads'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import * as z from 'zod/mini'
import { creditCodeCheck } from '../contract/src/certificate-checks.ts'
import { createSession, OPERATOR_PASSWORD, totpAt } from '../e2e/lib/session.ts'
import { buildIfNeeded } from '../tools/lib/build.mjs'
import { runImport } from './lib/import-command.ts'
import { createLoads } from './lib/load.ts'
import { memoryGrowth, processCpu } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { pathOf, requestsFor } from './lib/requests.ts'
import { createServer } from './lib/server.ts'
import { fillDeskStore } from './lib/stores.ts'
import { median, percentile, timeCalls, timed } from './lib/timing.ts'

/**
 * `npm run bench:desk [-- --share 1 --calls 200]`: lists and details of the desk over HTTP with 4 clients, an upload, a list during
 * an overload of the public port, searches during an import at the desk and from the shell, and the time of refused logins. The load
 * comes from the same cores, so that the CPU of the server is printed too: it depends on other programs least. `--share`: of the rows.
 */
const { values } = parseArgs({
  options: { share: { type: 'string', default: '1' }, calls: { type: 'string', default: '200' } },
})
const [share, calls] = [Number(values.share), Number(values.calls)]
const CLIENTS = 4
const UPLOAD_BYTES = 512 * 1024 * 1024
const IMPORTED_COMPANIES = Math.max(5_000, Math.round(100_000 * share))
const IMPORT_TURNS = 3
const LOGIN_TURNS = 4
const LOGINS_PER_TURN = 10
/** 16 times the connections at which `bench:http` finds the highest rate of searches. */
const OVERLOAD_CONNECTIONS = 1_600
const OVERLOAD_SECONDS = 5
const sizes = {
  corrections: Math.round(100_000 * share),
  feedback: Math.round(100_000 * share),
  users: Math.round(1_000_000 * share),
  audit: Math.round(1_000_000 * share),
}
const report = createReport({ name: 'desk', isWhole: share === 1, settings: { ...sizes, calls } })
const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const latencies = (times: readonly number[]) => [median(times), percentile(times, 0.99)].map(milliseconds)

/** `address`: of the client, which the server believes its proxy. */
type Sender = { origin: string; cookie?: string; address?: string }

/** Posts as the pages do, once more when the server has just closed the idle connection. */
async function post(
  { origin, cookie = '', address = '10.8.0.12' }: Sender,
  to: string,
  body: object | Buffer<ArrayBuffer>,
) {
  const isFile = body instanceof Buffer
  const type = isFile ? 'application/octet-stream' : 'application/json'
  const headers = { 'content-type': type, origin, [DESK_HEADER]: '1', cookie, 'x-forwarded-for': address }
  const send = () => fetch(origin + to, { method: 'POST', headers, body: isFile ? body : JSON.stringify(body) })
  const response = await send().catch(send)
  const { code, message, data } = z.parse(envelopeSchema, await response.json())
  return { code, message, data, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** @throws Error for a refusal */
async function postOrFail(...call: Parameters<typeof post>): Promise<unknown> {
  const { code, message, data } = await post(...call)
  if (code !== 0) throw new Error(`${call[1]}: ${code} ${message}`)
  return data
}

const begun = z.object({ secret: z.string(), recoveryCodes: z.array(z.string()) })

/** Completes the set-up of the first administrator, with the address and the code that the server printed. */
async function setUp(origin: string, setupCode: string) {
  const operator = { setupCode, name: '演示甲' }
  const data = await postOrFail({ origin }, `${DESK_API}/setup/begin`, { ...operator, password: OPERATOR_PASSWORD })
  const { secret, recoveryCodes } = z.parse(begun, data)
  const code = totpAt(secret, Date.now())
  const { cookie } = await post({ origin }, `${DESK_API}/setup/finish`, { ...operator, code })
  return { desk: { origin, cookie }, freshCodes: recoveryCodes }
}

/** Sends a file in pieces as the page does. Returns the id of the upload and its milliseconds. */
async function upload(desk: Sender, bytes: Buffer<ArrayBuffer>) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
    bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  )
  const hashes = pieces.map((piece) => createHash('sha256').update(piece).digest('hex'))
  const file = { fileName: '演示.csv', size: bytes.length, pieces: hashes }
  const { id } = z.parse(z.object({ id: z.string() }), await postOrFail(desk, deskPath('uploads begin'), file))
  const took = await timed(async () => {
    for (const [at, piece] of pieces.entries())
      await postOrFail(desk, `${UPLOAD_PIECE_PATH}?id=${id}&piece=${at}`, piece)
  })
  return { id, took }
}

/** Reports the MB a second of an upload, and by how much the memory of the server grows at most. */
async function measureUpload(desk: Sender, pid: number | undefined) {
  const bytes = Buffer.alloc(UPLOAD_BYTES)
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at)
  let rate = Number.NaN
  const growth = await memoryGrowth(pid, async () => {
    const { id, took } = await upload(desk, bytes)
    rate = bytes.length / 1e6 / (took / 1_000)
    await postOrFail(desk, deskPath('uploads discard'), { id })
  })
  report.atLeast(`upload of ${UPLOAD_BYTES / 2 ** 20} MiB over loopback`, rate, 50, 'MB/s')
  report.atMost('memory of the server during the upload, more than before', growth, 30, 'MiB')
}

/** Fictional companies that no other file has. */
function companiesCsv(from: number): Buffer<ArrayBuffer> {
  const rows = Array.from({ length: IMPORTED_COMPANIES }, (_, at) => {
    const code = `9144030099${String(from + at).padStart(7, '0')}`
    return `演示第${from + at}号贸易有限公司,${code}${creditCodeCheck(code)},存续`
  })
  return Buffer.from(`企业名称,统一社会信用代码,经营状态\n${rows.join('\n')}\n`)
}

/** Uploads a file of companies. Returns a function that imports it by the desk. */
async function uploadAtDesk(desk: Sender, bytes: Buffer<ArrayBuffer>) {
  const { id } = await upload(desk, bytes)
  const act = (name: DeskActionName, body: object) => postOrFail(desk, deskPath(name), { id, ...body })
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

/** Milliseconds of calls, one after the other, while work goes on. */
async function timesDuring(work: Promise<unknown>, call: () => Promise<unknown>): Promise<number[]> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const times = await timeCalls(1, () => !isOver, call)
  await ended
  return times
}

await buildIfNeeded('desk')
const server = await createServer({ OPS_PORT: '0', TRUSTED_PROXIES: '127.0.0.1', OPS_ALLOW: '10.0.0.0/8' })

/** Fills the store, and signs an operator in. */
async function openDesk() {
  await server.start()
  await server.stop()
  fillDeskStore(path.join(server.folder, 'data'), sizes)
  server.output = ''
  await server.start()
  // The desk listens a moment after the server is ready.
  const printed = () => /(http:\S+)\/#\/setup\?code=(\S+?)（/.exec(server.output)
  while (printed() === null) await wait(50)
  const [, origin = '', setupCode = ''] = printed() ?? []
  return setUp(origin, setupCode)
}

/** Lists and details: titles, actions and bodies, of which `at` differs with each call. */
const numberOf = (prefix: string, at: number) =>
  `${prefix}20250101-${String((at * 7_919) % sizes.corrections).padStart(8, '0')}`
const measured: [string, DeskActionName, (at: number) => object][] = [
  ['corrections, open', 'corrections list', () => ({})],
  ['corrections, a page within', 'corrections list', (at) => ({ after: numberOf('JC', at * 2) })],
  ['corrections, decided', 'corrections list', () => ({ queue: 'decided' })],
  ['one correction', 'corrections show', (at) => ({ number: numberOf('JC', at) })],
  ['feedback, waiting', 'feedback list', () => ({})],
  ['feedback of a kind, a page within', 'feedback list', (at) => ({ kind: '功能异常', after: numberOf('FB', at * 2) })],
  ['feedback, a search', 'feedback list', (at) => ({ search: `第 ${at * 37} 条` })],
  ['one feedback', 'feedback show', (at) => ({ number: numberOf('FB', at) })],
  ['a user by mobile number', 'users show', (at) => ({ key: String(13_000_000_000 + ((at * 7_919) % sizes.users)) })],
  ['audit, newest', 'audit list', () => ({})],
  ['audit of an operator and action', 'audit list', () => ({ operator: '演示3', action: 'evidenceShown' })],
  ['audit of a subject', 'audit list', (at) => ({ subject: numberOf('JC', at) })],
  ['audit, a search in 30 days', 'audit list', () => ({ search: '来源确认', from: '2025-06-01', to: '2025-06-30' })],
  ['suppressions', 'suppress list', () => ({})],
  ['hidden numbers', 'numbers list', () => ({})],
  ['operators', 'operators list', () => ({})],
  ['alarms', 'alarms list', () => ({})],
  ['checks', 'checks list', () => ({})],
  ['operations, an hour', 'operations show', () => ({})],
  ['uploads', 'uploads list', () => ({})],
]

async function measureCalls(desk: Sender) {
  const rows = [['call', 'median', 'p99', 'CPU of the server']]
  for (const [title, name, bodyAt] of measured) {
    const measure = () =>
      timeCalls(
        CLIENTS,
        (at) => at < calls,
        (at) => postOrFail(desk, deskPath(name), bodyAt(at)),
      )
    // The first calls compile statements and read pages of the database.
    await measure()
    const before = processCpu(server.pid)
    const times = await measure()
    const cpu = (processCpu(server.pid) - before) / calls
    rows.push([title, ...latencies(times), milliseconds(cpu)])
    report.atMost(`${title}, p99 with ${CLIENTS} clients`, percentile(times, 0.99), 50, 'ms')
  }
  report.table('Calls', rows)
}

async function measureOverload(desk: Sender, token: string) {
  const { load, rows } = createLoads()
  const requests = requestsFor('companySearch', [{ keyword: '演示' }], token)
  const flood = { what: 'searches', port: server.port, connections: OVERLOAD_CONNECTIONS, requests }
  let answered = 0
  const times = await timesDuring(load({ ...flood, seconds: OVERLOAD_SECONDS }), async () => {
    if ((await post(desk, deskPath('corrections list'), {})).code === 0) answered += 1
  })
  report.table('Overload of the public port', rows)
  const during = `corrections, open, during ${OVERLOAD_CONNECTIONS} connections`
  report.atMost(`${during}, p99`, percentile(times, 0.99), 500, 'ms')
  report.check(`${during}: answered`, `${answered} of ${times.length}`, answered === times.length)
}

/**
 * Each import adds companies that the others have not, when its upload is over and the index has those of the one before. The two
 * take turns, since the index grows and the load of the machine changes, and the first turn is not counted.
 */
async function measureImports(desk: Sender, freshCodes: string[], token: string) {
  const shellFile = path.join(server.folder, 'shell.csv')
  const searchFor = async (keyword: string) => {
    const response = await fetch(server.baseUrl + pathOf('companySearch', { keyword }), { headers: { token } })
    if (!response.ok) throw new Error(`a search got ${response.status}`)
    return response.text()
  }
  const location = { dataDir: path.join(server.folder, 'data') }
  const times = { 'from the shell': new Array<number>(), 'at the desk': new Array<number>() }
  for (let turn = 0; turn < IMPORT_TURNS * 2 + 2; turn += 1) {
    const isDesk = turn % 4 === 1 || turn % 4 === 2
    const from = turn * IMPORTED_COMPANIES
    const bytes = companiesCsv(from)
    let run: () => Promise<unknown> = () => runImport(['companies', shellFile, '--source', 'demo'], location)
    if (isDesk) {
      const runAtDesk = await uploadAtDesk(desk, bytes)
      run = () => runAtDesk(freshCodes.shift() ?? '')
    } else writeFileSync(shellFile, bytes)
    const taken = await timesDuring(run(), () => searchFor('演示'))
    if (turn >= 2) times[isDesk ? 'at the desk' : 'from the shell'].push(...taken)
    const last = String(from + IMPORTED_COMPANIES - 1)
    while (!(await searchFor(`演示第${last}号贸易有限公司`)).includes(last)) await wait(250)
  }
  report.table(`Searches during an import of ${IMPORTED_COMPANIES} companies`, [
    ['import', 'searches', 'p50', 'p99'],
    ...Object.entries(times).map(([name, of]) => [name, String(of.length), ...latencies(of)]),
  ])
  const ratio = percentile(times['at the desk'], 0.99) / percentile(times['from the shell'], 0.99)
  report.atMost('search during an import at the desk / from the shell, p99', ratio, 1.2, '')
}

async function measureLogins({ origin }: Sender) {
  const logins = [
    { what: 'unknown name', name: '演示无此人', password: 'wrong', spent: 0 },
    { what: 'wrong password', name: '演示甲', password: 'wrong', spent: 0 },
    { what: 'wrong code', name: '演示甲', password: OPERATOR_PASSWORD, spent: 0 },
  ]
  // The first logins compile code and compute the hash for names without one, and the load of the machine changes: the cases
  // take turns, and their first turn is not counted.
  let count = 0
  for (let turn = 0; turn <= LOGIN_TURNS; turn += 1) {
    for (const login of logins) {
      const { name, password } = login
      const before = processCpu(server.pid)
      for (let nth = 0; nth < LOGINS_PER_TURN; nth += 1) {
        // Each login comes from another address, so that none waits.
        count += 1
        const address = `10.9.${Math.floor(count / 250)}.${count % 250}`
        await post({ origin, address }, `${DESK_API}/session/login`, { name, password, code: '000000' })
      }
      if (turn > 0) login.spent += (processCpu(server.pid) - before) / (LOGIN_TURNS * LOGINS_PER_TURN)
    }
  }
  report.table('Refused logins', [
    ['case', 'CPU of the server'],
    ...logins.map(({ what, spent }) => [what, `${spent.toFixed(0)} ms`]),
  ])
  const spent = logins.map((login) => login.spent)
  report.atMost('CPU of the slowest / fastest refused login', Math.max(...spent) / Math.min(...spent), 1.2, '')
}

try {
  const { desk, freshCodes } = await openDesk()
  await measureCalls(desk)
  await measureUpload(desk, server.pid)
  const token = await createSession(server)
  await measureOverload(desk, token)
  await measureImports(desk, freshCodes, token)
  await measureLogins(desk)
} finally {
  await server.dispose()
}
report.finish()
