import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { API_BASE, type RouteKey, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { onTestFinished } from 'vitest'
import type { DatabaseLocation } from '../../src/platform/database/open-database.ts'
import { raisedLimits } from '../http/app.ts'
import { uploadPath } from '../http/uploads.ts'

const main = path.join(import.meta.dirname, '..', '..', 'src', 'main.ts')

export const device = { deviceType: 'web', deviceId: 'test', fr: '', agreementVersion: '2026-11-23' }

export type Answer = { status: number; retryAfter: string | null; code: number; data: unknown }

/** A field of the data of an answer; undefined when there is none. */
export const fieldOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === name)?.[1] : undefined

/** One line of the server's log. */
export type LogLine = {
  level: string
  event: string
  detail?: string
  error?: string
  route?: string
  count?: number
  traceId?: string
  address?: string
}

async function answerOf(response: Response): Promise<Answer> {
  const { code, data }: { code: number; data: unknown } = JSON.parse(await response.text())
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code, data }
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baiqicha-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Options = {
  /** Contains DATA_DIR and the outbox files. */
  folder: string
  env?: Record<string, string>
  /** Command before the path of Node, such as one that mounts a file system for the process. */
  prefix?: readonly string[]
  uid?: number
}

/** The server in its own process, from its sources. It is killed after the test that started it; a suite ends it itself. */
export class ServerProcess {
  readonly child: ChildProcess
  readonly #folder: string
  output = ''

  constructor({ folder, env = {}, prefix = [], uid }: Options) {
    this.#folder = folder
    const limitsFile = path.join(folder, 'limits.json')
    writeFileSync(limitsFile, JSON.stringify(raisedLimits()))
    const words = [...prefix, process.execPath, main]
    const child = spawn(words[0] ?? process.execPath, words.slice(1), {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: path.join(folder, 'data'),
        LIMITS_FILE: limitsFile,
        SMS_OUTBOX_FILE: path.join(folder, 'sms.ndjson'),
        CAPTCHA_OUTBOX_FILE: path.join(folder, 'captcha.ndjson'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk
      })
    }
    try {
      onTestFinished(async () => void (await this.end('SIGKILL')))
    } catch {
      // `onTestFinished` throws outside a test: the suite ends the process.
    }
  }

  /** Resolves with the exit code once the process has ended. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = this.ended()
    this.child.kill(signal)
    return ended
  }

  /** Resolves with the exit code once all output has arrived. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close')
    return this.child.exitCode
  }

  /** Resolves with the part of the output that matches. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output)
      if (found !== null) return found
      if (this.child.exitCode !== null) throw new Error(`the server ended with ${this.child.exitCode}:\n${this.output}`)
      await wait(10)
    }
  }

  /** Resolves when the server has printed its address. */
  async started(): Promise<void> {
    await this.origin()
  }

  async origin(): Promise<string> {
    return (await this.printed(/百企查已启动：(http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ''
  }

  /** All lines of the log. */
  logged(): LogLine[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): LogLine => JSON.parse(line))
  }

  async fetch(url: string, init?: RequestInit): Promise<Response> {
    return fetch((await this.origin()) + url, init)
  }

  /** Calls a route and returns its envelope. */
  async call(key: RouteKey, input: Record<string, unknown> = {}, token = ''): Promise<Answer> {
    const { method, path: url } = routes[key]
    const headers = { [TOKEN_HEADER]: token }
    const query = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)])
    const response = await (method === 'GET'
      ? this.fetch(`${API_BASE}${url}?${new URLSearchParams(query).toString()}`, { headers })
      : this.fetch(API_BASE + url, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        }))
    return answerOf(response)
  }

  /** Uploads a picture as the page does. */
  async upload(picture: Buffer, token: string): Promise<Answer> {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'a.jpg')
    return answerOf(await this.fetch(uploadPath, { method: 'POST', headers: { [TOKEN_HEADER]: token }, body }))
  }

  #lastLine(file: string): Record<string, string> {
    const lines = readFileSync(path.join(this.#folder, file), 'utf8').trim().split('\n')
    return JSON.parse(lines.at(-1) ?? '{}')
  }

  /** Logs in with a code by SMS. Returns the token. */
  async signIn(mobile = '13800000000'): Promise<string> {
    await this.call('captcha')
    const { captchaId, answer } = this.#lastLine('captcha.ndjson')
    await this.call('sendSmsCode', { mobile, scene: 'login', captchaId, captchaCode: answer, ...device })
    const { code } = this.#lastLine('sms.ndjson')
    const { data } = await this.call('loginBySmsCode', { mobile, smsCode: code, ...device })
    const token = fieldOf(data, 'token')
    if (typeof token !== 'string') throw new Error('no token')
    return token
  }
}

const program = fileURLToPath(new URL('../../src/cli/admin.ts', import.meta.url))

/** Runs a command of operators as a process on a store. */
export async function runAdminProgram(
  words: readonly string[],
  { dataDir, databaseUrl }: DatabaseLocation,
  filesUrl = '',
): Promise<{ code: number | null; errors: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', FILES_URL: filesUrl }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  await once(child, 'close')
  return { code: child.exitCode, errors }
}

/** How a search was answered. `none` is what no fault may lead to: no rows, and nothing that says that some are missing. */
export type SearchAnswerKind = 'whole' | 'partial' | 'unavailable' | 'none' | 'wrong'

/** Calls a server, and remembers the longest time until an answer. */
export function createMeasuredCalls(server: ServerProcess, token: string) {
  let slowestMs = 0

  async function measured<T>(answering: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const answer = await answering
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    return answer
  }
  const call = (key: RouteKey, input: Record<string, unknown> = {}) => measured(server.call(key, input, token))

  return {
    call,
    upload: (picture: Buffer) => measured(server.upload(picture, token)),
    /** The status of a page without an envelope. */
    status: async (address: string) => (await measured(server.fetch(address))).status,
    /** Searches, or suggests, and says how it was answered. `wanted` is a name that even a partial answer contains. */
    async search(key: 'companySearch' | 'companySuggest', input: Record<string, unknown>, wanted: string) {
      return kindOf(await call(key, input), wanted)
    },
    slowestMs: () => Math.round(slowestMs),
  }
}

function kindOf({ status, retryAfter, data }: Answer, wanted: string): SearchAnswerKind {
  if (status === 503) return retryAfter === null ? 'wrong' : 'unavailable'
  if (status !== 200) return 'wrong'
  const isFound = JSON.stringify(data).includes(wanted)
  if (fieldOf(data, 'partial') === true) return isFound ? 'partial' : 'wrong'
  return isFound ? 'whole' : 'none'
}
