import type { CDPSession, Page } from 'playwright-core'

const END_OF_LIST = /^(已显示前 \d+ 家，请加条件缩小范围|没有更多了)$/
/** One turn of the wheel, and the time to the next. */
const TURN = { pixels: 400, milliseconds: 16 }
const MOST_TURNS = 3000
/** A page that has not moved for this long has come to rest. */
const REST_MS = 300

/** Scrolls as far as the list goes; what stands at its end, empty where the end does not come. */
export async function scrollToEnd(page: Page): Promise<string> {
  await page.mouse.move(180, 500)
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await page.mouse.wheel(0, TURN.pixels)
    await page.waitForTimeout(TURN.milliseconds)
    if (turn % 10 > 0) continue
    const said = await page.locator('main output').allTextContents()
    const end = said.find((text) => END_OF_LIST.test(text))
    if (end !== undefined) return end
  }
  return ''
}

/** `pixels` a frame: at 60 frames a second as fast as a finger flings a list. */
const FLING = { frames: 300, pixels: 80, lateAfter: 50 }
const TIMES_SLOWER = 4

/** Frames that came later than 50 ms, and the longest work in one go in milliseconds. */
export type Smoothness = { frames: number; lateFrames: number; longestTask: number }

/** Scrolls upwards as a finger does, on a processor made four times slower. */
export async function flingUpSlowed(page: Page, cdp: CDPSession): Promise<Smoothness> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
  const smoothness = await page.evaluate(async ({ frames, pixels, lateAfter }) => {
    const seen = { frames, lateFrames: 0, longestTask: 0 }
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
    })
    observer.observe({ entryTypes: ['longtask'] })
    let last = performance.now()
    for (let frame = 0; frame < frames; frame++) {
      window.scrollBy(0, -pixels)
      const at = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      if (at - last > lateAfter) seen.lateFrames += 1
      last = at
    }
    observer.disconnect()
    return seen
  }, FLING)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return smoothness
}

/** What the page holds now: elements, and MiB of script memory after a collection. */
export async function weightOf(page: Page, cdp: CDPSession): Promise<{ elements: number; memoryMib: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return {
    elements: await page.evaluate(() => document.querySelectorAll('*').length),
    memoryMib: usedSize / 2 ** 20,
  }
}

/** The names of the rows wholly in view, once the page rests. */
export async function rowsInView(page: Page): Promise<string> {
  const names = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main a h3')]
        .filter((name) => {
          const { top, bottom, height } = name.getBoundingClientRect()
          return height > 0 && top >= 0 && bottom <= window.innerHeight
        })
        .map((name) => name.textContent)
        .join(' '),
    )
  let last = ''
  let now = await names()
  while (now !== last) {
    await page.waitForTimeout(REST_MS)
    last = now
    now = await names()
  }
  return now
}
