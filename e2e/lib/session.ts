import { createHmac, randomBytes } from 'node:crypto'
import { API_BASE } from '@baiqicha/contract/routes'
import { PARTNER } from './partner.ts'
import type { TestServer } from './server.ts'

let nextNumber = 0

/** A mobile number nobody has: the 154 block, which no operator has, counted up. */
export const freshMobile = () => `1540000${String(++nextNumber).padStart(4, '0')}`

type Answer = { code: number; message: string; data: { token: string; captchaId: string } }
type Scene = 'login' | 'register' | 'resetPassword' | 'deactivate'

const device = { deviceType: 'web', deviceId: 'e2e', fr: '', agreementVersion: '2026-11-22' }

async function call(server: TestServer, path: string, init: RequestInit): Promise<Answer['data']> {
  const answer = await fetch(`${server.baseUrl}${API_BASE}${path}`, init)
  const envelope: Answer = await answer.json()
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
  return envelope.data
}

function post(server: TestServer, path: string, body: unknown, token = '') {
  const headers = { 'content-type': 'application/json', ...(token !== '' && { token }) }
  return call(server, path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Asks for a code over HTTP, and reads what was sent. */
async function requestCode(server: TestServer, mobile: string, scene: Scene): Promise<string> {
  const { captchaId } = await call(server, '/v1/captcha/generate', {})
  const captchaCode = server.captchaAnswer(captchaId)
  await post(server, '/v1/common/sendSmsCodeNoLogin', { mobile, scene, captchaId, captchaCode, ...device })
  return server.smsCode(mobile)
}

/** Logs in by code over HTTP, for what is not about logging in. Resolves with the token. */
export async function createSession(server: TestServer, mobile = freshMobile()): Promise<string> {
  const smsCode = await requestCode(server, mobile, 'login')
  return (await post(server, '/v1/user/loginBySmsCode', { mobile, smsCode, ...device })).token
}

/** An account that can be opened by its password. */
export async function createAccount(server: TestServer, password: string): Promise<{ mobile: string; token: string }> {
  const mobile = freshMobile()
  const smsCode = await requestCode(server, mobile, 'register')
  const { token } = await post(server, '/v1/user/register', { mobile, smsCode, password, ...device })
  return { mobile, token }
}

/** Claims the gift of an account. */
export async function claimGift(server: TestServer, token: string): Promise<void> {
  await post(server, '/v1/form/saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, token)
}

/** Ends a session from elsewhere. */
export async function endSession(server: TestServer, token: string): Promise<void> {
  await post(server, '/v1/user/logout', {}, token)
}

/** A one-time ticket as the partner of the test server asks for one. */
export async function issueTicket(server: TestServer, mobile: string): Promise<string> {
  const request = { source: PARTNER.source, mobile, timestamp: Date.now(), nonce: randomBytes(16).toString('hex') }
  const signed = [request.source, request.mobile, request.timestamp, request.nonce].join('\n')
  const signature = createHmac('sha256', PARTNER.secret).update(signed).digest('hex')
  return (await post(server, '/v1/external/ticket', { ...request, signature })).token
}

/** Finds the id of a company by its exact name, as a signed-in user would. */
export async function companyIdOf(server: TestServer, token: string, name: string): Promise<string> {
  const url = `${server.baseUrl}${API_BASE}/v1/company/suggest?keyword=${encodeURIComponent(name)}`
  const answer = await fetch(url, { headers: { token } })
  const envelope: { data: { list: { id: string; name: string }[] } } = await answer.json()
  const found = envelope.data.list.find((row) => row.name === name)
  if (found === undefined) throw new Error(`${name} is not in the store`)
  return found.id
}
