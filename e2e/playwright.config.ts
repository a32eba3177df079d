import { defineConfig, devices } from '@playwright/test'

const flags = (process.env['CHROMIUM_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')

/**
 * Journeys in a real browser against the real server. One worker: two browsers at once would slow each other down.
 * `npm test` runs all of them, `npm run e2e -- <filter>` some.
 */
export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results/e2e',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['dot'], ['json']],
  use: {
    ...devices['iPhone SE'],
    browserName: 'chromium',
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        ...flags,
      ],
    },
  },
})
