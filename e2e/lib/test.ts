import { test as base, expect, type Page } from '@playwright/test'
import { API_BASE } from '@baiqicha/contract/routes'
import { raisedLimitsFile } from './limits.ts'
import { TestServer } from './server.ts'

let nextNumber = 0

/** A mobile number nobody has: the 1380000 block, counted up. */
export const freshMobile = () => `1380000${String(++nextNumber).padStart(4, '0')}`

async function post(server: TestServer, path: string, body: unknown): Promise<{ code: number; data: { token: string } }> {
  const answer = await fetch(`${server.baseUrl}${API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

/** A session made over HTTP, for journeys that are not about logging in. */
export async function createSession(server: TestServer): Promise<string> {
  const device = { deviceType: 'web', deviceId: 'e2e', fr: '' }
  const mobile = freshMobile()
  const captcha = await fetch(`${server.baseUrl}${API_BASE}/v1/captcha/generate`)
  const { data }: { data: { captchaId: string } } = await captcha.json()
  const captchaCode = server.captchaAnswer(data.captchaId)
  await post(server, '/v1/common/sendSmsCodeNoLogin', { mobile, scene: 'login', captchaId: data.captchaId, captchaCode, ...device })
  const login = await post(server, '/v1/user/loginBySmsCode', { mobile, smsCode: server.smsCode(mobile), ...device })
  expect(login.code).toBe(0)
  return login.data.token
}

type Fixtures = {
  /** A page already signed in, not yet opened anywhere. */
  userPage: Page
}

/** One server for all journeys of a file; `page` opens paths of it. */
export const test = base.extend<Fixtures, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
      await server.start()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.baseUrl),
  userPage: async ({ page, server }, use) => {
    const token = await createSession(server)
    await page.addInitScript((value) => {
      if (sessionStorage.getItem('e2e-signed-in') === null) {
        sessionStorage.setItem('e2e-signed-in', '1')
        localStorage.setItem('token', value)
      }
    }, token)
    await use(page)
  },
})

export { expect }
