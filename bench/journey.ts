import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { chooseFilters, openResults, searchField } from '../e2e/lib/pages.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { browserOptions } from './lib/browser.ts'
import {
  chooseSort,
  createWatch,
  firstPaintOnSlow3g,
  headingShown,
  scrollToEnd,
  tapCompanySlowed,
} from './lib/journey-page.ts'
import { readOptions } from './lib/options.ts'
import { createReport, formatNumber, type Row } from './lib/report.ts'
import { openCompanyStore } from './lib/stores.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:journey [-- --data <folder> --starter]`: a phone over a register, in a real browser: fast typing, a very
 * common word, sorting, filters, scrolling to row 1,000; then a company page on a slowed processor and the first paint on
 * a slow network.
 */
const options = readOptions()
/** Between two key presses, milliseconds. */
const TYPING_MS = 40
const TYPED = '北京科技'
/** Occurs in nearly every name. */
const COMMON = '有限公司'
/** Occurs in many names and in many scopes. */
const TRADE = '科技'
const PROVINCE = '广东省'
const RUNS = 5

const report = createReport({ name: 'journey', isWhole: !options.starter, settings: { viewport: '375 × 812' } })

async function search(page: Page) {
  const rows: Row[] = [['step', 'the page shows', 'answer ms', 'shown after ms']]
  const { answers, answerOf } = createWatch(page)
  const field = searchField(page)
  await page.goto('/#/search')
  const [suggestions] = await Promise.all([
    answerOf('suggestions'),
    field.pressSequentially(TYPED, { delay: TYPING_MS }),
  ])
  rows.push(['typing fast', `${await suggestions.count()} suggestions`, formatNumber(answers.suggestions[0] ?? 0), ''])
  report.atMost('requests for suggestions while typing', answers.suggestions.length, 1, '')
  await field.fill(COMMON)

  const steps: Record<string, () => Promise<unknown>> = {
    'a very common word': () => field.press('Enter'),
    'by capital': () => chooseSort(page, '默认排序', '注册资本从高到低'),
    'by date': () => chooseSort(page, '注册资本从高到低', '成立日期从新到旧'),
    'in one province': () => chooseFilters(page, [PROVINCE, `全部${PROVINCE}`], /^地区/),
    'another word': () => openResults(page, TRADE),
    'in 经营范围 only': () => chooseFilters(page, ['经营范围']),
    'the common word again': () => openResults(page, COMMON),
  }
  for (const [name, act] of Object.entries(steps)) {
    const actTimed = async () => {
      await act()
      return performance.now()
    }
    const [actedAt] = await Promise.all([actTimed(), answerOf('results')])
    const heading = await headingShown(page)
    const shownAfter = performance.now() - actedAt
    rows.push([name, heading, formatNumber(answers.results.at(-1) ?? 0), formatNumber(shownAfter)])
  }
  const before = answers.results.length
  const end = await scrollToEnd(page)
  const pages = answers.results.slice(before)
  rows.push(['to the end of the list', end, `${formatNumber(median(pages))} median of ${pages.length}`, ''])
  report.table('Steps', rows)
  if (!options.starter) report.check('row 1,000 is reached', end, end.includes('1000'))
  report.atMost('slowest suggestions, as the page saw them', Math.max(...answers.suggestions), 150, 'ms')
  report.atMost('slowest results, as the page saw them', Math.max(...answers.results), 500, 'ms')
}

async function tapCompanies(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const taps: { painted: number; longestTask: number }[] = []
  for (let tap = 0; tap < RUNS; tap += 1) {
    await openResults(page, TRADE)
    await headingShown(page)
    taps.push(await tapCompanySlowed(page, cdp, tap))
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

const { dataDir } = await openCompanyStore(options)
const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(), DATA_DIR: dataDir })
const browser = await chromium.launch(browserOptions())
try {
  await server.start()
  const token = await createSession(server)
  const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, baseURL: server.baseUrl, locale: 'zh-CN' })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const page = await context.newPage()
  await search(page)
  await tapCompanies(page)
  await firstPaint(context)
} finally {
  await browser.close()
  await server.dispose()
}
report.finish()
