import type { CDPSession, Page } from 'playwright-core'

/** Waits until rows are listed and nothing is loading. */
export async function resultsShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2, name: /^共/ }).waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [aria-busy="true"]')].every((element) => !element.checkVisibility()),
  )
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
