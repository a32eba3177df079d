import type { Page } from 'playwright-core'

const TIMES_SLOWER = 4

export type Action = {
  /** Selector of the link to click, or of the form to submit. */
  from: string
  /** Selector of an element that the opened page shows once it has its data. */
  to: string
}

/** Waits until the element is shown and nothing is loading. */
export async function waitFor(page: Page, selector: string): Promise<void> {
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
export const actSlowed = (page: Page, action: Action) =>
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
export const framesWhileScrolling = (page: Page, speed: number, distance: number) =>
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
export async function openPage(page: Page, url: string, to: string) {
  await page.goto(url, { waitUntil: 'commit' })
  await waitFor(page, to)
  return page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    usable: performance.now(),
  }))
}

/** Resolves when the service worker has stored the files of the build. */
export const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))
