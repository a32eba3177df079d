import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { raisedLimitsFile, TestServer } from './server.ts'
import { companyIdOf, createSession, partnersFile } from './session.ts'
import { decideTracking } from './tracking.ts'

type Fixtures = {
  /** Whether the strip about statistics is shown, as on a first visit. */
  isTrackingAsked: boolean
  /** A signed-in page that has not opened any address. */
  userPage: Page
}

/** Signs the page in when it first loads, and only then: a logout by the journey survives reloads. */
export async function signInAs(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (window.name === 'e2e-signed-in') return
    window.name = 'e2e-signed-in'
    localStorage.setItem('token', value)
  }, token)
}

/** Signs the page in as a new user. Resolves with the token. */
export async function signIn(page: Page, server: TestServer): Promise<string> {
  const token = await createSession(server)
  await signInAs(page, token)
  return token
}

/** Another device: a context beside that of `page`. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await decideTracking(context, 'refused')
  return context
}

/** All journeys of a worker share one server; `page` resolves paths against it. */
export const test = base.extend<Fixtures, { server: TestServer }>({
  server: [
    // Playwright reads a fixture's dependencies from this pattern, so it must be there even if empty.
    async ({}, provide) => {
      const server = await TestServer.create({
        LIMITS_FILE: raisedLimitsFile(),
        PARTNERS_FILE: partnersFile(),
        OPS_PORT: '0',
        // Journeys use 127.0.0.1, which counts as production.
        TEST_HOSTS: 'localhost',
      })
      await server.start()
      await provide(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  isTrackingAsked: [false, { option: true }],
  context: async ({ context, isTrackingAsked }, provide) => {
    if (!isTrackingAsked) await decideTracking(context, 'refused')
    await provide(context)
  },
  baseURL: async ({ server }, provide) => provide(server.baseUrl),
  userPage: async ({ page, server }, provide) => {
    await signIn(page, server)
    await provide(page)
  },
})

/** Has records of nearly every kind, in every status. */
export const LANSHAN = '澜山演示贸易有限公司'

/** Signs all pages of a file in as one user. Its token and the id of `LANSHAN` are set before the first test. */
export function signInAll() {
  const user = { token: '', lanshan: '' }
  test.beforeAll(async ({ server }) => {
    user.token = await createSession(server)
    user.lanshan = await companyIdOf(server, user.token, LANSHAN)
  })
  test.beforeEach(({ page }) => signInAs(page, user.token))
  return user
}

export { expect }
