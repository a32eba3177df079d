import type { CDPSession, Page } from '@playwright/test'
import { companyRows } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

type List = { name: string; path: string; call: RegExp }

const keyword = encodeURIComponent('科技')
const lists: readonly List[] = [
  { name: 'search result', path: `/#/search/result?keyword=${keyword}`, call: /\/v1\/company\/search\?/ },
  { name: 'risk list', path: `/#/riskList?keyword=${keyword}`, call: /\/v1\/risk\/search\?/ },
  { name: 'company list', path: '/#/companyList', call: /\/v1\/index\/recent\/register\/detail\?/ },
]

/** Scroll position and height of the page, and the row at the reader's eye with its distance from the top. */
const readPlace = (page: Page) =>
  page.evaluate(() => {
    const eye = innerHeight * 0.6
    const row = [...document.querySelectorAll('main a:has(h3)')].find((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return one.checkVisibility() && top <= eye && eye < bottom
    })
    return {
      y: Math.round(scrollY),
      height: document.documentElement.scrollHeight,
      isAtBottom: scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
      row: row?.querySelector('h3')?.textContent ?? null,
      top: Math.round(row?.getBoundingClientRect().top ?? Number.NaN),
    }
  })

/** Two frames: virtual rows are measured in the first and placed in the second. */
const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** The place once the rows are measured: a measurement moves the rows below it. */
async function settledPlace(page: Page) {
  const places = [JSON.stringify(await readPlace(page))]
  await expect
    .poll(async () => {
      await nextFrames(page)
      places.push(JSON.stringify(await readPlace(page)))
      return places.at(-1) === places.at(-2)
    })
    .toBe(true)
  return readPlace(page)
}

async function expectSamePlace(page: Page, before: Awaited<ReturnType<typeof readPlace>>) {
  const { row, top } = await settledPlace(page)
  expect(row).toBe(before.row)
  expect(Math.abs(top - before.top)).toBeLessThanOrEqual(2)
}

/** Pages of the list requested after the first, in order. The response to each waits until the test releases it. */
async function holdPages(page: Page, { call }: List) {
  const requested: string[] = []
  let release: (() => void) | undefined
  await page.route(call, async (route) => {
    const number = new URL(route.request().url()).searchParams.get('page') ?? '1'
    if (number !== '1') {
      requested.push(number)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    }
    await route.continue()
  })
  return { requested, release: () => release?.() }
}

async function open(page: Page, { path }: List) {
  await page.goto(path)
  await expect(companyRows(page).first()).toBeVisible()
}

/** Distance of a swipe of the finger. Pixels. */
const SWIPE = 600

/** Moves a finger up the screen and holds it still before it leaves: by its own clock, so that no list is flung. */
async function swipeUp(cdp: CDPSession) {
  let seconds = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', after: number, y?: number) => {
    seconds += after
    const touchPoints = y === undefined ? [] : [{ x: 180, y }]
    return cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: seconds })
  }
  const from = 700
  await touch('touchStart', 0, from)
  const steps = 12
  for (let step = 1; step <= steps; step += 1) await touch('touchMove', 0.016, from - (SWIPE * step) / steps)
  await touch('touchEnd', 0.3)
}

const ways: readonly { name: string; reachBottom: (page: Page) => Promise<void> }[] = [
  {
    name: 'a jump',
    reachBottom: (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
  },
  {
    name: 'the wheel',
    reachBottom: async (page) => {
      await page.mouse.move(180, 500)
      // No further than the bottom: what is left of a longer turn would move the list when the next page arrives.
      const { y, height } = await readPlace(page)
      const left = height - (await page.evaluate(() => innerHeight)) - y
      if (left <= 1) return
      const ended = page.evaluate(
        () => new Promise((resolve) => addEventListener('scrollend', resolve, { once: true })),
      )
      await page.mouse.wheel(0, left)
      await ended
    },
  },
  {
    name: 'a swipe',
    reachBottom: async (page) => {
      const cdp = await page.context().newCDPSession(page)
      while (!(await readPlace(page)).isAtBottom) await swipeUp(cdp)
    },
  },
]

for (const list of lists) {
  test.describe(list.name, () => {
    for (const { name, reachBottom } of ways) {
      test(`${name} to the bottom requests one page and leaves the row in place when it arrives`, async ({
        userPage: page,
      }) => {
        const pages = await holdPages(page, list)
        await open(page, list)
        for (const number of ['2', '3']) {
          // Rows that are measured on the way may be higher than was estimated, also after the bottom was reached.
          await expect
            .poll(async () => {
              await reachBottom(page)
              return [(await readPlace(page)).isAtBottom, pages.requested.at(-1)]
            })
            .toEqual([true, number])
          const before = await settledPlace(page)
          pages.release()
          await expect.poll(async () => (await readPlace(page)).height).toBeGreaterThan(before.height + 500)
          await expectSamePlace(page, before)
        }
        expect(pages.requested).toEqual(['2', '3'])
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      })
    }

    test('swipes on a slow network move the list by no more than the finger does', async ({ userPage: page }) => {
      await open(page, list)
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Network.enable')
      const network = { offline: false, latency: 600, downloadThroughput: -1, uploadThroughput: -1 }
      await cdp.send('Network.emulateNetworkConditions', network)
      const swipes = 12
      for (let swipe = 0; swipe < swipes; swipe += 1) await swipeUp(cdp)
      const { y } = await settledPlace(page)
      expect(y).toBeGreaterThan(SWIPE)
      // On a busy machine a swipe may end in a short fling; a runaway list moves by tens of swipes.
      expect(y).toBeLessThanOrEqual((swipes + 1) * SWIPE)
    })

    test('coming back from a company restores the row', async ({ userPage: page }) => {
      await open(page, list)
      for (let pages = 2; pages <= 3; pages += 1) {
        const { height } = await readPlace(page)
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        await expect.poll(async () => (await readPlace(page)).height).toBeGreaterThan(height + 500)
        await settledPlace(page)
      }
      await page.evaluate(() => window.scrollBy(0, -700))
      const before = await settledPlace(page)
      // A click of Playwright may scroll.
      await companyRows(page)
        .filter({ hasText: before.row ?? '' })
        .dispatchEvent('click')
      // A row of a company without connected risks opens its 官方核查.
      await expect(page).toHaveURL(/#\/company/)
      await page.getByRole('button', { name: '返回' }).first().click()
      await expect.poll(async () => (await readPlace(page)).row).toBe(before.row)
      await expectSamePlace(page, before)
    })
  })
}
