import type { Page } from '@playwright/test'
import { companyRows } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'
import { openWechatHost } from '../lib/wechat-host.ts'

test.use({ serviceWorkers: 'allow' })

const SAVED = /当前离线，显示 \d{4}-\d{2}-\d{2} \d{2}:\d{2} 的内容/

/** Resolves when the service worker has kept its files. */
const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** Addresses of all that the browser keeps for the app, by the name of the storage. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const addresses = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url))
    return Object.fromEntries((await Promise.all(addresses)).map((urls, at) => [names[at] ?? '', urls]))
  })

const storedCompanies = async (page: Page) => (await kept(page))['viewed-companies'] ?? []

/** Views the first company of Home and waits until the browser has stored it. */
async function viewCompany(page: Page): Promise<string> {
  await page.goto('/#/home')
  await companyRows(page).first().click()
  const head = page.getByRole('region', { name: '企业概要' })
  await expect(head).toBeVisible()
  // Its header, and its register entry.
  await expect.poll(() => storedCompanies(page)).toHaveLength(2)
  await workerReady(page)
  return (await head.getByRole('heading', { level: 2 }).textContent()) ?? ''
}

test('a company that was viewed is readable and dated after a reload without a connection', async ({
  page,
  context,
}) => {
  const name = await viewCompany(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(SAVED).first()).toBeVisible()
  await expect(page.getByRole('region', { name: '企业概要' })).toContainText(name)
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page.getByText('可离线查看的企业')).toBeVisible()

  await page.goto('about:blank')
  await page.goto('/#/home')
  await companyRows(page).filter({ hasText: '已离线保存' }).first().click()
  await expect(page.getByText(SAVED).first()).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(SAVED), 'back online, the page loads by itself').toHaveCount(0)
  await expect(page.getByRole('region', { name: '企业概要' })).toContainText(name)
})

test('while the server is down, a reload opens the app; once it is back, its page', async ({ page, server }) => {
  await viewCompany(page)
  await server.stop()
  await page.reload()
  await expect(page.getByText(SAVED).first()).toBeVisible()
  await server.start()
  await page.reload()
  await expect(page.getByText(SAVED)).toHaveCount(0)
  await expect(page.getByRole('region', { name: '企业概要' })).toBeVisible()
})

test('nothing of the API is kept but the public facts of viewed companies, and a logout clears them', async ({
  userPage: page,
}) => {
  await viewCompany(page)
  await page.goto('/#/user')
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
  const addresses = Object.values(await kept(page))
    .flat()
    .map((url) => new URL(url).pathname)
  expect(addresses.filter((path) => !/^\/(assets\/.*|(detail|businessInfo)\/[^/]+|favicon\.svg)?$/.test(path))).toEqual(
    [],
  )
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await expect(page.getByText('登录/注册').first()).toBeVisible()
  await expect.poll(() => storedCompanies(page)).toEqual([])
  expect(Object.keys(await kept(page))).not.toContain('viewed-companies')
})

test('a visitor who reads offline spends nothing of the allowance', async ({ page, context }) => {
  await viewCompany(page)
  let calls = 0
  page.on('requestfinished', (request) => {
    if (/company\/detail/.test(request.url())) calls += 1
  })
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(SAVED).first()).toBeVisible()
  expect(calls).toBe(0)
})

test('a mini-program gets no service worker', async ({ page }) => {
  await openWechatHost(page, 'mini-program')
  await page.goto('/#/home')
  await expect(companyRows(page).first()).toBeVisible()
  // What waits for an idle browser would run now.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve))))
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
