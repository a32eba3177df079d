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
    async ({}, provide) => {
      const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
      await server.start()
      await provide(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.baseUrl),
  userPage: async ({ page, server }, provide) => {
    const token = await createSession(server)
    await page.addInitScript((value) => {
      if (sessionStorage.getItem('e2e-signed-in') !== null) return
      sessionStorage.setItem('e2e-signed-in', '1')
      localStorage.setItem('token', value)
    }, token)
    await provide(page)
  },
})

export { expect }
