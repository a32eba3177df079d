import { API_BASE, type RouteInput, type RouteKey, routes } from '@baiqicha/contract/routes'
import type { TestServer } from '../../e2e/lib/server.ts'
import { freshMobile } from '../../e2e/lib/session.ts'

/** What every login of a bench tells. */
export const loginFields = { deviceType: 'web', deviceId: 'bench', fr: '', agreementVersion: '2026-11-22' } as const

export const PASSWORD = 'lan-shan 42'

export const pathOf = (key: RouteKey) => API_BASE + routes[key].path

type Answer<T> = { code: number; message: string; data: T }

async function answerOf<T>(answer: Response): Promise<Answer<T>> {
  return answer.json()
}

/** Calls a route that changes something. Resolves with its code. */
export async function post<K extends RouteKey>({ baseUrl }: TestServer, key: K, input: RouteInput<K>): Promise<number> {
  const body = JSON.stringify(input)
  const headers = { 'content-type': 'application/json' }
  const { code } = await answerOf(await fetch(baseUrl + pathOf(key), { method: 'POST', headers, body }))
  return code
}

/** A captcha and its answer, as the outbox tells it. */
export async function solveCaptcha(server: TestServer) {
  const { data } = await answerOf<{ captchaId: string }>(await fetch(server.baseUrl + pathOf('captcha')))
  return { captchaId: data.captchaId, captchaCode: server.captchaAnswer(data.captchaId) }
}

/** Makes an account with the one password all have. Resolves with its number. */
export async function createAccount(server: TestServer): Promise<string> {
  const mobile = freshMobile()
  await post(server, 'sendSmsCode', { mobile, scene: 'register', ...(await solveCaptcha(server)), ...loginFields })
  const smsCode = server.smsCode(mobile)
  const code = await post(server, 'register', { mobile, smsCode, password: PASSWORD, ...loginFields })
  if (code !== 0) throw new Error(`registering answered ${code}`)
  return mobile
}
