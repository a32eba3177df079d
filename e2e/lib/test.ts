import { test as base, expect, type Page } from '@playwright/test'
import { raisedLimitsFile } from './limits.ts'
import { partnersFile } from './partner.ts'
import { TestServer } from './server.ts'
import { createSession } from './session.ts'

type Fixtures = {
  /** A page already signed in, not yet opened anywhere. */
  userPage: Page
}

/** Has the page start signed in, once: what a journey does to its session stays done. */
export async function signInAs(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (window.name === 'e2e-signed-in') return
    window.name = 'e2e-signed-in'
    localStorage.setItem('token', value)
  }, token)
}

/** One server for all journeys; `page` opens paths of it. */
export const test = base.extend<Fixtures, { server: TestServer }>({
  server: [
    // Playwright reads a fixture's needs from this pattern, empty or not.
    async ({}, provide) => {
      const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(), PARTNERS_FILE: partnersFile() })
      await server.start()
      await provide(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.baseUrl),
  userPage: async ({ page, server }, provide) => {
    await signInAs(page, await createSession(server))
    await provide(page)
  },
})

export { expect }
