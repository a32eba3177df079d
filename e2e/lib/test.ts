import { test as base, expect, type Page } from '@playwright/test'
import { raisedLimitsFile } from './limits.ts'
import { TestServer } from './server.ts'
import { createSession } from './session.ts'

type Fixtures = {
  /** A page already signed in, not yet opened anywhere. */
  userPage: Page
}

/** One server for all journeys; `page` opens paths of it. */
export const test = base.extend<Fixtures, { server: TestServer }>({
  server: [
    // Playwright reads a fixture's needs from this pattern, empty or not.
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
      if (sessionStorage.getItem('e2e-signed-in') !== null) return
      sessionStorage.setItem('e2e-signed-in', '1')
      localStorage.setItem('token', value)
    }, token)
    await use(page)
  },
})

export { expect }
