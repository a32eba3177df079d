import type { Page } from '@playwright/test'
import { companyRows } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

/** Holds back every script until `release` is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.fallback()
  })
  return release
}

const shell = (page: Page) => page.getByRole('status', { name: '正在加载' })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`without any script and style sheet, logo, search box and rows show in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.route(/\/assets\//, (route) => route.abort())
    await page.goto('/#/home')
    await expect(shell(page)).toBeVisible()
    await expect(shell(page).locator('svg')).toHaveCount(2)
    await expect(shell(page).locator('p')).toHaveCount(5)
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(13, 16, 21)' : 'rgb(243, 245, 248)')
  })
}

test('the app takes the place of the shell: logo and search box do not move', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/#/home', { waitUntil: 'commit' })
  await expect(shell(page)).toBeVisible()
  const placeholders = [shell(page).locator('svg').first(), shell(page).locator('header > div')]
  const before = await Promise.all(placeholders.map((part) => part.boundingBox()))
  release()
  await expect(companyRows(page).first()).toBeVisible()
  await expect(shell(page)).toHaveCount(0)
  const parts = [page.locator('main h1 svg').first(), page.locator('main form').first().locator('> div').first()]
  const after = await Promise.all(parts.map((part) => part.boundingBox()))
  expect(after).toEqual(before)
})

test('the shell remains until the code of another first page has loaded', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/login-page.*\.js$/, async (route) => {
    await released
    await route.fallback()
  })
  const entry = page.waitForResponse(/vendor.*\.js$/)
  await page.goto('/#/login', { waitUntil: 'commit' })
  await (await entry).finished()
  await expect(shell(page)).toBeVisible()
  release()
  await expect(page.getByLabel('手机号')).toBeVisible()
  await expect(shell(page)).toHaveCount(0)
})

test('no code of another page loads before the data of the first', async ({ userPage: page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/search-result-page.*\.js$/, async (route) => {
    await released
    await route.fallback()
  })
  await page.goto(`/#/search/result?keyword=${encodeURIComponent('银行')}`, { waitUntil: 'load' })
  // What waits for an idle browser would run now.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve))))
  release()
  await expect(companyRows(page).first()).toBeVisible()
  await expect.poll(() => asked.some((url) => /company-page.*\.js$/.test(url))).toBe(true)
  const placeOf = (pattern: RegExp) => asked.findIndex((url) => pattern.test(url))
  expect(placeOf(/company\/search\?/)).toBeLessThan(placeOf(/company-page.*\.js$/))
})

test('the styles of a page precede none of the first load, so that they apply', async ({ userPage: page }) => {
  await page.goto('/#/user/members')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.locator('body link[rel="stylesheet"]')).toHaveCount(0)
  const check = page.locator('td svg').first()
  await expect(check).toHaveCSS('display', 'inline-block')
})
