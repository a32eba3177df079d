import { API_BASE, routes } from '@baiqicha/contract/routes'
import type { CDPSession, Page } from 'playwright-core'

const paths = { suggestions: API_BASE + routes.companySuggest.path, results: API_BASE + routes.companySearch.path }

type AnswerKind = keyof typeof paths

/** null for other calls, and for the filter sheet's count, which requests one row. */
function kindOf({ pathname, searchParams }: URL): AnswerKind | null {
  if (pathname === paths.suggestions) return 'suggestions'
  return pathname === paths.results && !searchParams.has('pageSize') ? 'results' : null
}

/**
 * `answers`: milliseconds of every answer as the page saw it, from the first byte of the request to the last of the
 * answer. `answerOf` waits for the next answer of a kind; for suggestions, until the page shows them.
 */
export function createWatch(page: Page) {
  const answers: Record<AnswerKind, number[]> = { suggestions: [], results: [] }
  page.on('requestfinished', (request) => {
    const kind = kindOf(new URL(request.url()))
    const { requestStart, responseEnd } = request.timing()
    if (kind !== null) answers[kind].push(responseEnd - requestStart)
  })
  const answerOf = async (kind: AnswerKind) => {
    await page.waitForEvent('requestfinished', (request) => kindOf(new URL(request.url())) === kind)
    const suggestions = page.getByRole('region', { name: '联想结果' }).getByRole('link')
    if (kind === 'suggestions') await suggestions.first().waitFor()
    return suggestions
  }
  return { answers, answerOf }
}

/** Waits until no sheet is open and nothing is loading; the heading of the results, as 共 1000+ 家. */
export async function headingShown(page: Page): Promise<string> {
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [aria-busy="true"]')].every((element) => !element.checkVisibility()),
  )
  const heading = page.getByRole('heading', { level: 2, name: /^(共|没有找到|索引准备中|没能加载)/ })
  return (await heading.textContent()) ?? ''
}

export async function chooseSort(page: Page, current: string, wanted: string): Promise<void> {
  await page.getByRole('button', { name: current }).click()
  await page.getByRole('dialog').getByRole('button', { name: wanted }).click()
}

const END_OF_LIST = /^(已显示前 \d+ 家，请加条件缩小范围|没有更多了)$/
/** One turn of the wheel, and the pause to the next. */
const TURN = { pixels: 400, milliseconds: 16 }
const MAX_TURNS = 3000

/** Scrolls to the end of the list; the sentence there, or empty if the end does not come. */
export async function scrollToEnd(page: Page): Promise<string> {
  await page.mouse.move(180, 500)
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    await page.mouse.wheel(0, TURN.pixels)
    await page.waitForTimeout(TURN.milliseconds)
    if (turn % 10 > 0) continue
    const end = (await page.locator('main output').allTextContents()).find((text) => END_OF_LIST.test(text))
    if (end !== undefined) return end
  }
  return ''
}

const TIMES_SLOWER = 4

/** Opens a company of the list on a processor slowed 4 times. Milliseconds to the painted page, and of the longest task. */
export async function tapCompanySlowed(page: Page, cdp: CDPSession, row: number) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  const measured = await page.evaluate(async (at) => {
    const seen = { painted: 0, longestTask: 0 }
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
    })
    observer.observe({ entryTypes: ['longtask'] })
    const rows = [...document.querySelectorAll<HTMLElement>('main a:has(h3)')].filter((one) => one.checkVisibility())
    const startedAt = performance.now()
    rows[at]?.click()
    let isShown = false
    while (!isShown) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const [tabs = 0, loading = 0] = ['[role="tab"]', 'main [aria-busy="true"]'].map(
        (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length,
      )
      isShown = tabs > 0 && loading === 0
    }
    // A further frame begins after the page has been painted.
    await new Promise((resolve) => requestAnimationFrame(resolve))
    seen.painted = performance.now() - startedAt
    observer.disconnect()
    return seen
  }, row)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return measured
}

/** 3G Slow of WebPageTest: 400 ms round trip, 400 kbit/s; bytes per second. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Opens a page on a slow network without cache. Milliseconds to the first contentful paint. */
export async function firstPaintOnSlow3g(page: Page, cdp: CDPSession, url: string): Promise<number> {
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', SLOW_3G)
  await page.goto(url, { waitUntil: 'commit' })
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  return (await paint.jsonValue()) ?? Number.NaN
}
