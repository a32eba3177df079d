import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE, routes } from '@baiqicha/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeAgreements } from '../test/builders/content.ts'
import { isNightly } from '../test/nightly.ts'

const main = path.join(import.meta.dirname, 'main.ts')

type Running = { child: ChildProcess; port: number; output: () => string }

let folder = ''
const running = new Set<ChildProcess>()

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      SMS_OUTBOX_FILE: path.join(folder, 'sms.ndjson'),
      CAPTCHA_OUTBOX_FILE: path.join(folder, 'captcha.ndjson'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { child, output: () => output }
}

async function start(env: Record<string, string> = {}, lastWords = '短信验证码将显示在此终端'): Promise<Running> {
  const { child, output } = run(env)
  for (;;) {
    const port = /百企查已启动：http:\/\/127\.0\.0\.1:(\d+)/.exec(output())?.[1]
    if (port !== undefined && output().includes(lastWords)) return { child, port: Number(port), output }
    if (child.exitCode !== null) throw new Error(output())
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
  }
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
  return child.exitCode
}

const lastLine = async (file: string): Promise<Record<string, string>> =>
  JSON.parse((await readFile(path.join(folder, file), 'utf8')).trim().split('\n').at(-1) ?? '{}')

async function post({ port }: Running, url: string, body: unknown, token = '') {
  const response = await fetch(`http://127.0.0.1:${port}${API_BASE}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(body),
  })
  const answer: { code: number; data: { token?: string } | null } = JSON.parse(await response.text())
  return answer
}

async function get({ port }: Running, url: string, token = '') {
  const response = await fetch(`http://127.0.0.1:${port}${API_BASE}${url}`, { headers: { token } })
  return response.json()
}

async function signIn(server: Running): Promise<string> {
  const device = { deviceType: 'web', deviceId: 'test', fr: '', agreementVersion: '2026-11-23' }
  const mobile = `138${'0'.repeat(8)}`
  await get(server, routes.captcha.path)
  const { captchaId, answer } = await lastLine('captcha.ndjson')
  await post(server, routes.sendSmsCode.path, { mobile, scene: 'login', captchaId, captchaCode: answer, ...device })
  const { code } = await lastLine('sms.ndjson')
  const login = await post(server, routes.loginBySmsCode.path, { mobile, smsCode: code, ...device })
  return login.data?.token ?? ''
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-main-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

describe('the process', () => {
  it('reports every bad value of its configuration and exits with 1', async () => {
    const { child, output } = run({ PORT: 'x', LOG_LEVEL: 'loud' })
    const [exitCode] = await once(child, 'exit')
    expect(exitCode).toBe(1)
    expect(output()).toContain('PORT=x 无效')
    expect(output()).toContain('LOG_LEVEL=loud 无效')
  })

  it('starts with the shipped companies, prints codes, preserves acknowledged writes through SIGKILL, and shuts down in order', async () => {
    const first = await start()
    expect(first.output()).toContain('自带数据已载入')
    const token = await signIn(first)
    await expect.poll(first.output).toMatch(/验证码 \d{6}（138\*{4}0000，登录）/)
    expect(await post(first, routes.saveSearchHistory.path, { companyName: '比亚迪' }, token)).toMatchObject({
      code: 0,
    })
    await end(first, 'SIGKILL')

    const second = await start()
    expect(second.output()).not.toContain('自带数据已载入')
    expect(await get(second, `${routes.searchHistory.path}?type=search`, token)).toMatchObject({
      code: 0,
      data: { viewHistoryList: [{ companyName: '比亚迪' }] },
    })

    const body = '{"companyName":"在途"}'
    const socket = connect(second.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
    })
    socket.write(
      `POST ${API_BASE}${routes.saveSearchHistory.path} HTTP/1.1\r\nHost: a\r\ntoken: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n{`,
    )
    // A second response on the connection shows that the first half has arrived.
    await get(second, routes.homeConfig.path)
    const exited = once(second.child, 'exit')
    second.child.kill('SIGTERM')
    socket.write(body.slice(1))
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"code":0/)
    await exited
    expect(second.child.exitCode).toBe(0)
  })

  // By day the unit tests of the configuration hold the rule.
  if (isNightly)
    it('starts in production with the account of an SMS provider, and prints no codes', async () => {
      const account = {
        SMS_ACCESS_KEY_ID: 'id',
        SMS_ACCESS_KEY_SECRET: 'canary',
        SMS_SIGN_NAME: '演示',
        SMS_TEMPLATES: '1',
      }
      const production = {
        APP_MODE: 'production',
        SMS_OUTBOX_FILE: '',
        CAPTCHA_OUTBOX_FILE: '',
        AGREEMENTS_DIR: completeAgreements(),
      }
      const server = await start({ ...production, SMS_SENDER: 'aliyun', ...account }, '百企查已启动')
      expect(await get(server, routes.captcha.path)).toMatchObject({ code: 0, data: { codesInTerminal: false } })
      expect(await end(server, 'SIGTERM')).toBe(0)
      expect(server.output()).not.toMatch(/canary|验证码/)
    })
})
