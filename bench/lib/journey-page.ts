import type { Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { startTcpProxy } from '../../e2e/lib/tcp-proxy.ts'

/** 3G Slow of WebPageTest: 400 ms round trip, 400 kbit/s. Bytes per second. */
const SLOW_3G = { roundTripMs: 400, bytesPerSecond: 50_000 }

/** A piece of this size waits for nothing but itself: a larger one would arrive late as a whole. */
const PIECE_BYTES = 1_460

/**
 * A network between browser and server: slow, or as fast as the machine. Unlike the conditions that a browser emulates for a page,
 * it also slows the requests of a service worker. All connections share the rate, one direction apart from the other. Opening a
 * connection costs no round trip, as in the browser's own emulation.
 */
export async function startSlowProxy(port: number) {
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
