import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESK_API, DESK_HEADER } from '@baiqicha/contract/desk/actions'
import { API_BASE } from '@baiqicha/contract/routes'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { fetchOnce, runAdmin, type TestServer } from './server.ts'

let nextNumber = 0

/** An unused mobile number, counted up in the 154 block, which no operator has. */
export const freshMobile = () => `1540000${String(++nextNumber).padStart(4, '0')}`

type Given = { token: string; captchaId: string; key: string }
type Scene = 'login' | 'register' | 'resetPassword' | 'deactivate'

const device = { deviceType: 'web', deviceId: 'e2e', fr: '', agreementVersion: '2026-11-23' }

/** Calls the API and returns `data`. @throws Error on any code other than 0 */
export async function call<Data>(server: TestServer, path: string, init: RequestInit): Promise<Data> {
  const response = await fetchOnce(`${server.baseUrl}${API_BASE}${path}`, init)
  const envelope: { code: number; message: string; data: Data } = await response.json()
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
  return envelope.data
}

function post(server: TestServer, path: string, body: unknown, token = '') {
  const headers = { 'content-type': 'application/json', ...(token !== '' && { token }) }
  return call<Given>(server, path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Requests an SMS code over HTTP and reads it from the outbox. */
async function requestCode(server: TestServer, mobile: string, scene: Scene): Promise<string> {
  const { captchaId } = await call<Given>(server, '/v1/captcha/generate', {})
  const captchaCode = server.captchaAnswer(captchaId)
  await post(server, '/v1/common/sendSmsCodeNoLogin', { mobile, scene, captchaId, captchaCode, ...device })
  return server.smsCode(mobile)
}

/** Logs in by SMS code over HTTP, for journeys that do not test login. Resolves with the token. */
export async function createSession(server: TestServer, mobile = freshMobile()): Promise<string> {
  const smsCode = await requestCode(server, mobile, 'login')
  return (await post(server, '/v1/user/loginBySmsCode', { mobile, smsCode, ...device })).token
}

/** Registers an account with a password over HTTP. */
export async function createAccount(server: TestServer, password: string): Promise<{ mobile: string; token: string }> {
  const mobile = freshMobile()
  const smsCode = await requestCode(server, mobile, 'register')
  const { token } = await post(server, '/v1/user/register', { mobile, smsCode, password, ...device })
  return { mobile, token }
}

/** Claims the new member's gift. */
export async function claimGift(server: TestServer, token: string): Promise<void> {
  await post(server, '/v1/form/saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, token)
}

/** Follows a company over HTTP. */
export async function followCompany(server: TestServer, token: string, companyId: string, group = ''): Promise<void> {
  await post(server, '/v1/follow/add', { companyId, group }, token)
}

/** Creates an API key over HTTP. Resolves with the key. */
export const createApiKey = async (server: TestServer, token: string): Promise<string> =>
  (await post(server, '/v1/user/createApiKey', { name: '测试', days: 30 }, token)).key

/** Logs the session out over HTTP, outside the browser. */
export async function endSession(server: TestServer, token: string): Promise<void> {
  await post(server, '/v1/user/logout', {}, token)
}

/** The partner that issues login tickets in journeys. */
const PARTNER = { source: 'e2e-partner', secret: 'only-for-journeys-0123456789abcdef' } as const

/** Writes the partner's configuration for the server. Returns the path. */
export function partnersFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'baiqicha-partners-')), 'partners.json')
  writeFileSync(file, JSON.stringify({ [PARTNER.source]: PARTNER.secret }))
  return file
}

/** Requests a one-time login ticket as the partner does. Resolves with the ticket. */
export async function issueTicket(server: TestServer, mobile: string): Promise<string> {
  const body = { source: PARTNER.source, mobile, timestamp: Date.now(), nonce: randomBytes(16).toString('hex') }
  const signed = [body.source, body.mobile, body.timestamp, body.nonce].join('\n')
  const signature = createHmac('sha256', PARTNER.secret).update(signed).digest('hex')
  return (await post(server, '/v1/external/ticket', { ...body, signature })).token
}

/** Id of the company with exactly this name, by the suggest call. @throws Error if there is none */
export async function companyIdOf(server: TestServer, token: string, name: string): Promise<string> {
  const path = `/v1/company/suggest?keyword=${encodeURIComponent(name)}`
  const { list } = await call<{ list: { id: string; name: string }[] }>(server, path, { headers: { token } })
  const company = list.find((row) => row.name === name)
  if (company === undefined) throw new Error(`${name} is not in the store`)
  return company.id
}

export const OPERATOR_PASSWORD = '澜山 lan-shan 2026'

/** The code that an authenticator shows at a time. */
export const totpAt = (secret: string, time: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

/** Origin of the desk. Each start of the server prints its own. */
export const deskOf = (server: TestServer): string =>
  [...server.output.matchAll(/后台已启动：(http:\S+)/g)].at(-1)?.[1] ?? ''

/** Sends a call of the desk. `headers` replace those of its pages. */
export const sendToDesk = (
  page: Page,
  desk: string,
  path: string,
  data: object,
  headers: Record<string, string> = {},
) => page.request.post(desk + DESK_API + path, { data, headers: { origin: desk, [DESK_HEADER]: '1', ...headers } })

/** Adds an operator by command, completes the set-up, and signs the context of the page in at the desk. Returns the recovery codes, each a fresh code. */
export async function signInOperator(page: Page, server: TestServer, name: string, roles: string): Promise<string[]> {
  const setupCode = /设置码 (\S+?)，/.exec(runAdmin(server, 'operators', 'add', name, '--roles', roles))?.[1] ?? ''
  const desk = deskOf(server)
  const begun = await sendToDesk(page, desk, '/setup/begin', { setupCode, name, password: OPERATOR_PASSWORD })
  const { data }: { data: { secret: string; recoveryCodes: string[] } } = await begun.json()
  const code = totpAt(data.secret, Date.now())
  await sendToDesk(page, desk, '/setup/finish', { setupCode, name, code })
  return data.recoveryCodes
}
