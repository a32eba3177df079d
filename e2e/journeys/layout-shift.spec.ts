import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { Page } from '@playwright/test'
import { findRecordPages } from '../lib/records.ts'
import { expect, signInAll, test } from '../lib/test.ts'

/** Largest sum of the layout shifts of a page that loads. */
const MOST = 0.05

const user = signInAll()

/** Holds back every answer until the skeleton of the page is visible. */
async function openSlowly(page: Page, path: string): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/v1\//, async (route) => {
    await released
    await route.fallback()
  })
  await page.goto(path)
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible()
  release()
}

/** Sum of the layout shifts since the first paint, once two more frames have been drawn. */
const sumOfShifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )

for (const key of ['shareholderInfo', 'overseasInvest', 'changeRecord', 'executedPerson'] as const) {
  test(`the list of ${recordKinds[key].title} takes the place of its skeleton without a jump`, async ({
    page,
    server,
  }) => {
    const [list] = await findRecordPages(server, user.token, recordKinds[key], user.lanshan)
    await openSlowly(page, list?.path ?? '')
    await expect(page.locator('#records article').first()).toBeVisible()
    expect(await sumOfShifts(page)).toBeLessThanOrEqual(MOST)
  })
}
