import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserOptions } from './lib/browser.ts'

/** Journeys of a run: those of `npm test`, or those that the nightly run adds; without it all. */
const folder = process.env['JOURNEYS']
const chosen = {
  ...(folder === 'journeys' && { testDir: folder, grepInvert: /@nightly/ }),
  ...(folder === 'nightly' && { testDir: '.', grep: /@nightly|\bnightly\// }),
}

// Read by Node in every server that a worker starts: loading its code again takes half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'baiqicha', 'compiled')

/**
 * Journeys in a real browser against the real server. Each of the three workers has a server and a store of its own
 * (lib/test.ts), so their journeys do not interfere. `npm test` runs those in `journeys` without the tag @nightly,
 * `npm run test:nightly` the others, `npm run e2e -- <filter>` those that match.
 */
export default defineConfig({
  testDir: '.',
  ...chosen,
  outputDir: '../test-results/e2e',
  // Journeys wait for pages and answers: with two workers a third of the processor was idle.
  workers: 3,
  fullyParallel: true,
  // A run may repeat few journeys; each is printed with its failure (docs/decisions/0046-repeated-journeys.md).
  retries: 1,
  forbidOnly: true,
  // A busy machine can be slow; a journey that waits for nothing ends at `expect.timeout`.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot'], ['json']],
  use: {
    ...devices['iPhone SE'],
    browserName: 'chromium',
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A service worker answers for the network, which journeys intercept. Those about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: browserOptions([
      '--disable-quic',
      '--disable-component-update',
      // A host name without https, as in a company network.
      '--host-resolver-rules=MAP plain.test 127.0.0.1',
    ]),
  },
})
