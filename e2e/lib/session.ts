import { API_BASE } from '@baiqicha/contract/routes'
import type { TestServer } from './server.ts'

let nextNumber = 0

/** A mobile number nobody has: the 154 block, which no operator has, counted up. */
export const freshMobile = () => `1540000${String(++nextNumber).padStart(4, '0')}`

type Answer = { code: number; message: string; data: { token: string } }

async function post(server: TestServer, path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`${server.baseUrl}${API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const envelope: Answer = await answer.json()
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
  return envelope
}

/** A session made over HTTP, for what is not about logging in. Resolves with its token. */
export async function createSession(server: TestServer): Promise<string> {
  const device = { deviceType: 'web', deviceId: 'e2e', fr: '', agreementVersion: '2026-11-22' }
  const mobile = freshMobile()
  const answer = await fetch(`${server.baseUrl}${API_BASE}/v1/captcha/generate`)
  const captcha: { data: { captchaId: string } } = await answer.json()
  const { captchaId } = captcha.data
  const captchaCode = server.captchaAnswer(captchaId)
  await post(server, '/v1/common/sendSmsCodeNoLogin', { mobile, scene: 'login', captchaId, captchaCode, ...device })
  const login = await post(server, '/v1/user/loginBySmsCode', { mobile, smsCode: server.smsCode(mobile), ...device })
  return login.data.token
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
