import { companyRows, openResults } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

const api = /\/api\/h5\//

test('offline, a list fails with an error, and companies viewed before stay readable with their date', async ({
  userPage: page,
  context,
}) => {
  await openResults(page, '五粮液')
  await companyRows(page).first().click()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '上市信息' })).toBeVisible()

  await context.setOffline(true)
  await page.evaluate(() => (location.hash = `#/search/result?keyword=${encodeURIComponent('格力电器')}`))
  await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible()
  await expect(page.getByText('网络连接失败，请检查你的网络设置').first()).toBeVisible()
  await expect(page.getByText('已离线保存')).toBeVisible()
  await companyRows(page).first().click()
  await expect(page.getByText(/当前离线，显示 \d{4}-\d{2}-\d{2} \d{2}:\d{2} 的内容/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /宜宾五粮液股份有限公司/ })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible()
  await context.setOffline(false)
  await expect(companyRows(page).first(), 'back online, the list loads by itself').toContainText('格力电器')
})

test('offline, a page whose code cannot load leads back and home, and loads by itself when online', async ({
  page,
  context,
}) => {
  await page.goto('/#/home')
  await expect(companyRows(page).first()).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: '我的' }).click()
  await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible()
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(companyRows(page).first()).toBeVisible()
  await page.getByRole('link', { name: '我的' }).click()
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await expect(companyRows(page).first()).toBeVisible()
  await page.getByRole('link', { name: '我的' }).click()
  await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('未登录')).toBeVisible()
})

test('a 500 shows its message, keeps the session and can be retried', async ({ userPage: page }) => {
  let isBroken = true
  await page.route(/company\/search/, async (route) => {
    if (!isBroken) return route.fallback()
    return route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"code":500,"message":"服务器内部错误","data":null}',
    })
  })
  await openResults(page, '格力')
  await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible()
  await expect(page.getByText('服务器内部错误').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  isBroken = false
  await page.getByRole('button', { name: '重试' }).click()
  await expect(companyRows(page).first()).toContainText('格力')
})

test('a slow response shows a skeleton and no message that nothing was found', async ({ userPage: page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/company\/search/, async (route) => {
    await released
    await route.fallback()
  })
  await openResults(page, '格力')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible()
  await expect(page.getByText(/未找到/)).toHaveCount(0)
  release()
  await expect(companyRows(page).first()).toContainText('格力')
})

test('a page reports an unreachable server and loads on retry once it is back', async ({ page, server }) => {
  await page.goto('/#/home')
  await expect(companyRows(page).first()).toBeVisible()
  await server.stop()
  await page.evaluate(() => (location.hash = '#/companyList?tab=latest'))
  await expect(page.getByText('网络连接失败，请检查你的网络设置').first()).toBeVisible()
  await server.start()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(companyRows(page).first()).toBeVisible()
})

test('too many requests: the page shows the seconds to wait', async ({ userPage: page }) => {
  await page.route(api, async (route) => {
    if (!route.request().url().includes('company/search')) return route.fallback()
    return route.fulfill({
      status: 200,
      headers: { 'retry-after': '42' },
      contentType: 'application/json',
      body: '{"code":429,"message":"操作太频繁，请 42 秒后重试","data":null}',
    })
  })
  await openResults(page, '格力')
  await expect(page.getByText('操作太频繁，请 42 秒后重试').first()).toBeVisible()
})
