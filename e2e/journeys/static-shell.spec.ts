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

const TOO_OLD = '浏览器版本过低，请升级'
const brokenScripts = {
  'that it cannot read': 'let x = ;',
  'with syntax of a later year': 'class One { accessor a = 1 }',
  'that calls what it does not have': 'Object.ofTheFuture({})',
  'that throws': 'throw new Error("broken")',
}

for (const [name, body] of Object.entries(brokenScripts)) {
  test(`a browser that gets an entry script ${name} shows one sentence instead of an endless skeleton`, async ({
    page,
  }) => {
    await page.route(/assets\/index-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.goto('/#/home')
    await expect(page.getByText(TOO_OLD)).toBeVisible()
  })
}

test('a script that cannot be loaded is not said to be a matter of the browser', async ({ page }) => {
  await page.route(/assets\/vendor-.*\.js/, (route) => route.abort())
  await page.goto('/#/home')
  await expect(page.getByText('加载失败，请检查网络后刷新')).toBeVisible()
  await expect(page.getByText(TOO_OLD)).toHaveCount(0)
})

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false, bypassCSP: true })

  test('a browser below the floor shows the sentence by its style sheet alone', async ({ page }) => {
    await page.route(/\/$/, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.replace('@supports (inset:0)', '@supports (unknown-to-it:0)') })
    })
    await page.goto('/')
    await expect(page.getByText(TOO_OLD)).toBeVisible()
  })

  test('a browser at the floor does not', async ({ page }) => {
    await page.goto('/')
    await expect(shell(page)).toBeVisible()
    await expect(page.getByText(TOO_OLD)).toBeHidden()
  })
})
