import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { freePort } from '../../server/test/process/free-port.ts'
import { builtProgram } from '../../tools/lib/built-program.mjs'
import { root } from '../../tools/lib/paths.mjs'

type OutboxLine = { mobile?: string; code?: string; captchaId?: string; answer?: string }

const readOutbox = (file: string): OutboxLine[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): OutboxLine => JSON.parse(line))

/** How a server is started. */
type Launch = { command: string; args: string[]; env?: Record<string, string>; detached?: boolean }

const builtServer = (): Launch => ({ command: process.execPath, ...builtProgram('main') })

/** `npm start` in a process group of its own, as in a terminal. */
export const npmStart = (): Launch => ({ command: 'npm', args: ['start'], detached: true })

/**
 * `fetch` on a connection of its own: on one that was idle, a request may be sent at the moment at which the server closes it.
 */
export const fetchOnce = (url: string, init?: RequestInit): Promise<Response> => {
  const headers = new Headers(init?.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}

/** The built server in its own process and folder. Its outbox files give the captcha answers and SMS codes. */
export class TestServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'baiqicha-e2e-'))
  readonly port: number
  readonly #env: Record<string, string>
  readonly #launch: Launch
  #process: ChildProcess | null = null
  output = ''

  private constructor(port: number, env: Record<string, string>, launch: Launch) {
    this.port = port
    this.#env = env
    this.#launch = launch
  }

  static async create(env: Record<string, string> = {}, launch = builtServer()): Promise<TestServer> {
    return new TestServer(await freePort(), env, launch)
  }

  /** Process id; undefined while the server does not run. */
  get pid() {
    return this.#process?.pid
  }

  get baseUrl() {
    return `http://127.0.0.1:${this.port}`
  }

  /**
   * Starts the server, or restarts it on the same port and data. Polls every `pollEvery` ms. Resolves once the
   * server is ready with its search index, so that no journey gets a response from before.
   */
  async start(pollEvery = 50): Promise<void> {
    const { command, args, env, detached = false } = this.#launch
    const child = spawn(command, args, {
      cwd: root,
      detached,
      env: {
        ...process.env,
        ...env,
        PORT: String(this.port),
        DATA_DIR: join(this.folder, 'data'),
        SMS_OUTBOX_FILE: join(this.folder, 'sms.ndjson'),
        CAPTCHA_OUTBOX_FILE: join(this.folder, 'captcha.ndjson'),
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${this.output}`)
      await wait(pollEvery)
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      const response = await fetchOnce(`${this.baseUrl}/readyz`)
      const { index }: { index: string } = await response.json()
      return response.ok && index === 'ready'
    } catch {
      return false
    }
  }

  /** Stops the server with SIGTERM, as an operator does, or with another signal. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process
    this.#process = null
    if (child === null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** Resolves with the exit code once every process that writes to the server's output has ended. */
  async ended(): Promise<number | null> {
    const child = this.#process
    if (child === null) throw new Error('the server does not run')
    this.#process = null
    const [code]: (number | null)[] = await once(child, 'close')
    return code ?? null
  }

  async dispose(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  captchaAnswer(captchaId: string): string {
    const line = readOutbox(join(this.folder, 'captcha.ndjson')).find((entry) => entry.captchaId === captchaId)
    if (line?.answer === undefined) throw new Error(`no captcha ${captchaId} in the outbox`)
    return line.answer
  }

  latestCaptchaAnswer(): string {
    const answer = readOutbox(join(this.folder, 'captcha.ndjson')).pop()?.answer
    if (answer === undefined) throw new Error('no captcha in the outbox')
    return answer
  }

  smsCode(mobile: string): string {
    const code = readOutbox(join(this.folder, 'sms.ndjson'))
      .filter((entry) => entry.mobile === mobile)
      .pop()?.code
    if (code === undefined) throw new Error('no code for that number in the outbox')
    return code
  }
}

const shippedFile = fileURLToPath(new URL('../../data/limits.json', import.meta.url))

type Limits = { callsPerKeyAndDay: number; buckets: Record<string, { count: number; seconds: number }[]> }

/** Not raised: counted per account, of which every journey has its own, and one journey tests this limit. */
const unchangedBuckets = ['wrongPasswordsPerAccount']

/** Writes the shipped limits, a thousand times higher, for runs that do not test limits. Returns the path. */
export function raisedLimitsFile(factor = 1000, unchanged = unchangedBuckets): string {
  const limits: Limits = JSON.parse(readFileSync(shippedFile, 'utf8'))
  for (const [name, rules] of Object.entries(limits.buckets)) {
    if (!unchanged.includes(name)) for (const rule of rules) rule.count *= factor
  }
  limits.callsPerKeyAndDay *= factor
  const file = join(mkdtempSync(join(tmpdir(), 'baiqicha-limits-')), 'limits.json')
  writeFileSync(file, JSON.stringify(limits))
  return file
}

const dataDirOf = (server: TestServer) => join(server.folder, 'data')

/** Runs a command of operators on the store of a running server. Returns what it prints. */
function runCommand(server: TestServer, program: 'admin' | 'import', words: readonly string[]): string {
  const { args, env } = builtProgram(program)
  return execFileSync(process.execPath, [...args, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: dataDirOf(server), DATABASE_URL: '' },
  })
}

export const runAdmin = (server: TestServer, ...words: string[]) => runCommand(server, 'admin', words)

let files = 0

/** Imports rows. `words`: kind and options. */
export function importRows(server: TestServer, [kind, ...options]: [string, ...string[]], rows: readonly object[]) {
  const file = join(server.folder, `import-${++files}.ndjson`)
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return runCommand(server, 'import', [kind, file, ...options])
}

/** Changes rows directly in the database, where a journey would have to wait for days. Returns the number of rows. */
export function changeStore(server: TestServer, statement: string, ...values: (string | number)[]): number {
  const store = new Sqlite(join(dataDirOf(server), 'baiqicha.sqlite'))
  try {
    return store.prepare(statement).run(...values).changes
  } finally {
    store.close()
  }
}
