import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { openResults } from '../e2e/lib/pages.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { browserOptions } from './lib/browser.ts'
import { firstPaintOnSlow3g, resultsShown, tapCompanySlowed } from './lib/journey-page.ts'
import { createReport } from './lib/report.ts'
import { openStarterStore } from './lib/stores.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:journey`: a phone over the starter set, in a real browser: a company page opened from a list on a slowed
 * processor, and the first paint on a slow network.
 */
/** Occurs in many names. */
const KEYWORD = '科技'
const RUNS = 5

const report = createReport({ name: 'journey', isWhole: true, settings: { viewport: '375 × 812', runs: RUNS } })

async function tapCompanies(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const taps: { painted: number; longestTask: number }[] = []
  for (let row = 0; row < RUNS; row += 1) {
    await openResults(page, KEYWORD)
    await resultsShown(page)
    taps.push(await tapCompanySlowed(page, cdp, row))
  }
  const painted = median(taps.map((tap) => tap.painted))
  report.atMost('processor slowed 4 times: company page painted after the tap, median', painted, 500, 'ms')
  const longest = Math.max(...taps.map(({ longestTask }) => longestTask))
  report.atMost('processor slowed 4 times: longest task', longest, 150, 'ms')
}

async function firstPaint(context: BrowserContext) {
  const paints: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const page = await context.newPage()
    paints.push(await firstPaintOnSlow3g(page, await context.newCDPSession(page), '/#/home'))
    await page.close()
  }
  report.atMost('first contentful paint on slow 3G, median', median(paints), 1_500, 'ms')
}

const { dataDir } = await openStarterStore()
const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(), DATA_DIR: dataDir })
const browser = await chromium.launch(browserOptions())
try {
  await server.start()
  const token = await createSession(server)
  const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, baseURL: server.baseUrl, locale: 'zh-CN' })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  await tapCompanies(await context.newPage())
  await firstPaint(context)
} finally {
  await browser.close()
  await server.dispose()
}
report.finish()
