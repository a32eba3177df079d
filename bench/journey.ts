import type { Socket } from 'node:net'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserOptions } from '../e2e/lib/browser.ts'
import { companyIdOf } from '../e2e/lib/session.ts'
import { startTcpProxy } from '../e2e/lib/tcp-proxy.ts'
import { createReport } from './lib/report.ts'
import { withServer } from './lib/server.ts'
import { openStarterStore } from './lib/stores.ts'
import { median, repeated } from './lib/timing.ts'

/** 3G Slow of WebPageTest: 400 ms round trip, 400 kbit/s. Bytes per second. */
const SLOW_3G = { roundTripMs: 400, bytesPerSecond: 50_000 }

/** A piece of this size waits for nothing but itself: a larger one would arrive late as a whole. */
const PIECE_BYTES = 1_460

/**
 * A network between browser and server: slow, or as fast as the machine. Unlike the conditions that a browser emulates for a page,
 * it also slows the requests of a service worker. All connections share the rate, one direction apart from the other. Opening a
 * connection costs no round trip, as in the browser's own emulation.
 */
async function startSlowProxy(port: number) {
  let isSlow = true
  /** Passes on in order what `from` sends, through the one link of this direction. */
  const createLink = () => {
    let freeAt = 0
    return (from: Socket, to: Socket) => {
      const forward = (bytes: number, deliver: () => void) => {
        const now = performance.now()
        freeAt = isSlow ? Math.max(now, freeAt) + (bytes * 1_000) / SLOW_3G.bytesPerSecond : now
        setTimeout(deliver, isSlow ? freeAt + SLOW_3G.roundTripMs / 2 - now : 0)
      }
      from.on('data', (data: Buffer) => {
        for (let at = 0; at < data.length; at += PIECE_BYTES) {
          const piece = data.subarray(at, at + PIECE_BYTES)
          forward(piece.length, () => to.writable && to.write(piece))
        }
      })
      from.on('end', () => forward(0, () => to.end()))
    }
  }
  const [up, down] = [createLink(), createLink()]
  const proxy = await startTcpProxy(port, (client, server) => {
    up(client, server)
    down(server, client)
  })
  return {
    ...proxy,
    setSlow(slow: boolean) {
      isSlow = slow
    },
  }
}

const TIMES_SLOWER = 4

type Action = {
  /** Selector of the link to click, or of the form to submit. */
  from: string
  /** Selector of an element that the opened page shows once it has its data. */
  to: string
}

/** Waits until the element is shown and nothing is loading. */
async function waitFor(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((shown) => {
    const isShown = (one: string) => [...document.querySelectorAll(one)].some((element) => element.checkVisibility())
    return isShown(shown) && !isShown('main [aria-busy="true"]')
  }, selector)
}

async function slowed<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  const measured = await measure()
  await cdp.detach()
  return measured
}

/** Opens a page on a processor slowed 4 times. Milliseconds to the painted page, and of the longest task. */
const actSlowed = (page: Page, action: Action) =>
  slowed(page, () =>
    page.evaluate(async ({ from, to }) => {
      const seen = { painted: 0, longestTask: 0 }
      const note = (tasks: PerformanceEntryList) => {
        for (const { duration } of tasks) seen.longestTask = Math.max(seen.longestTask, duration)
      }
      const observer = new PerformanceObserver((list) => note(list.getEntries()))
      observer.observe({ entryTypes: ['longtask'] })
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
      const left = shown('main')
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const startedAt = performance.now()
      const [start] = shown(from)
      if (start instanceof HTMLFormElement) start.requestSubmit()
      else start?.click()
      const isPainted = () => {
        const opened = shown('main').find((one) => !left.includes(one))
        return shown('main [aria-busy="true"]').length === 0 && shown(to).some((one) => opened?.contains(one))
      }
      while (!isPainted()) await nextFrame()
      // A further frame begins after the page has been painted.
      await nextFrame()
      seen.painted = performance.now() - startedAt
      // The tasks of the last frames are not delivered yet.
      note(observer.takeRecords())
      observer.disconnect()
      return seen
    }, action),
  )

/** Scrolls a list on a processor slowed 4 times, by `speed` pixels a second to `distance`. Returns the frames per second. */
const framesWhileScrolling = (page: Page, speed: number, distance: number) =>
  slowed(page, () =>
    page.evaluate(
      async (goal) => {
        const startedAt = performance.now()
        let frames = 0
        let last = startedAt
        let position = 0
        while (position < goal.distance) {
          const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
          // At the bottom the next page may still be loading.
          const bottom = document.documentElement.scrollHeight - window.innerHeight
          position = Math.min(position + ((now - last) * goal.speed) / 1000, bottom)
          window.scrollTo(0, position)
          last = now
          frames += 1
        }
        return (frames * 1000) / (last - startedAt)
      },
      { speed, distance },
    ),
  )

/** Opens a page. Milliseconds to the first contentful paint, and until `to` is shown with its data. */
async function openPage(page: Page, url: string, to: string) {
  await page.goto(url, { waitUntil: 'commit' })
  await waitFor(page, to)
  return page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    usable: performance.now(),
  }))
}

/** Resolves when the service worker has stored the files of the build. */
const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/**
 * `npm run bench:journey`: a phone over the starter set, in a real browser. Each figure is the median of five runs, each
 * in a new page: the first tap of a visit also loads the code of the page that it opens.
 */
const RUNS = 5
/** Occurs in many names. */
const RESULTS = `/#/search/result?keyword=${encodeURIComponent('科技')}`
const ROW = 'main a:has(h3)'
/** Has records of nearly every kind. */
const DEMO_COMPANY = '澜山演示贸易有限公司'
/** Records of one kind, and the cell of the company page that leads to them. */
const LIST = '/legalRisk/dishonestExecutor'
const LIST_CELL = `main a[href*="${LIST}"]`
/** A quick fling, in pixels per second, over 20 pages of 20 rows. */
const SCROLL = { speed: 4_000, distance: 20 * 2_340 }

const report = createReport({ name: 'journey', isWhole: true, settings: { viewport: '375 × 812', runs: RUNS } })

/** Runs `measure` in new pages, one after another. */
const inNewPages = <T>(context: BrowserContext, measure: (page: Page) => Promise<T>): Promise<T[]> =>
  repeated(RUNS, async () => {
    const page = await context.newPage()
    const measured = await measure(page)
    await page.close()
    return measured
  })

type OpenContext = (baseUrl: string) => Promise<BrowserContext>

type Tap = Action & { name: string; target: number; path: string; prepare?: (page: Page) => Promise<void> }

async function tap(context: BrowserContext, { name, target, path, prepare, ...action }: Tap): Promise<number> {
  const taps = await inNewPages(context, async (page) => {
    await page.goto(path)
    await waitFor(page, action.from)
    await prepare?.(page)
    return actSlowed(page, action)
  })
  report.atMost(`processor slowed 4 times: ${name}`, median(taps.map(({ painted }) => painted)), target, 'ms')
  return median(taps.map(({ longestTask }) => longestTask))
}

const typeKeyword = (page: Page) => page.getByRole('searchbox', { name: '搜索企业' }).fill('科技')

async function measureTaps(context: BrowserContext, companyId: string) {
  const company = `/#/company/detail?id=${companyId}`
  const records = `/#${LIST}?companyId=${companyId}`
  const taps: Tap[] = [
    { name: 'result → company painted', target: 500, path: RESULTS, from: ROW, to: '[role="tab"]' },
    { name: 'company → list painted', target: 400, path: company, from: LIST_CELL, to: 'article a' },
    { name: 'list → record detail painted', target: 400, path: records, from: 'article a', to: 'h1' },
    { name: 'Home → results painted', target: 400, path: '/#/home', from: 'main form', to: ROW, prepare: typeKeyword },
  ]
  const longest: number[] = []
  for (const one of taps) longest.push(await tap(context, one))
  report.atMost('processor slowed 4 times: longest task in these', Math.max(...longest), 150, 'ms')
}

async function measureScrolling(context: BrowserContext) {
  const frames = await inNewPages(context, async (page) => {
    await page.goto(RESULTS)
    await waitFor(page, ROW)
    return framesWhileScrolling(page, SCROLL.speed, SCROLL.distance)
  })
  report.atLeast('processor slowed 4 times: frames while scrolling 20 pages of results', median(frames), 50, '/s')
}

/** A visit over slow 3G of a browser of its own, without stored files, and the one after it. */
async function visitTwice(port: number, openBrowserContext: OpenContext, url: string, to: string) {
  const network = await startSlowProxy(port)
  const context = await openBrowserContext(network.baseUrl)
  const page = await context.newPage()
  const first = await openPage(page, url, to)
  network.setSlow(false)
  await workerReady(page)
  await page.close()
  network.setSlow(true)
  const second = await openPage(await context.newPage(), url, to)
  await context.close()
  await network.close()
  return { first, second }
}

async function measureSlowNetwork(port: number, openBrowserContext: OpenContext, companyId: string) {
  const pages = [
    { name: 'results', url: RESULTS, to: ROW, target: 4_000 },
    { name: 'company', url: `/#/company/detail?id=${companyId}`, to: '[role="tab"]', target: 4_500 },
  ]
  for (const { name, url, to, target } of pages) {
    const visits = await repeated(RUNS, () => visitTwice(port, openBrowserContext, url, to))
    const figures = [
      ['first contentful paint', visits.map(({ first }) => first.firstPaint), 1_500],
      ['usable', visits.map(({ first }) => first.usable), target],
      ['usable at the second visit', visits.map(({ second }) => second.usable), 1_000],
    ] as const
    for (const [what, times, most] of figures) report.atMost(`slow 3G, ${name}: ${what}`, median(times), most, 'ms')
  }
}

const { dataDir } = await openStarterStore()
const browser = await chromium.launch(browserOptions())
await withServer({ DATA_DIR: dataDir }, async (server, token) => {
  const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
  const openBrowserContext: OpenContext = async (baseURL) => {
    const context = await browser.newContext({ ...phone, baseURL, locale: 'zh-CN' })
    await context.addInitScript((value) => localStorage.setItem('token', value), token)
    return context
  }
  const companyId = await companyIdOf(server, token, DEMO_COMPANY)
  const context = await openBrowserContext(server.baseUrl)
  await measureTaps(context, companyId)
  await measureScrolling(context)
  await measureSlowNetwork(server.port, openBrowserContext, companyId)
}).finally(() => browser.close())
report.finish()
