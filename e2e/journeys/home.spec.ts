import { searchField } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

test('typing on Home suggests a company, and a tap opens it', async ({ userPage: page }) => {
  await page.goto('/#/home')
  await searchField(page).click()
  await searchField(page).pressSequentially('比亚')
  const suggestions = page.getByRole('region', { name: '联想结果' })
  await suggestions.getByRole('link', { name: /^比亚迪股份有限公司/ }).click()
  await expect(page).toHaveURL(/company\/detail/)
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
})

test('closing the search keeps the place on Home', async ({ userPage: page }) => {
  await page.goto('/#/home')
  await expect(page.getByRole('tab', { name: '最新注册企业' })).toBeVisible()
  await page.mouse.move(180, 500)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  const field = page.getByRole('form', { name: '顶部搜索' }).getByRole('searchbox')
  await field.click()
  await expect(page.getByRole('button', { name: '取消' })).toBeVisible()
  const scrollY = await page.evaluate(() => window.scrollY)
  await page.goBack()
  await expect(page.getByRole('button', { name: '取消' })).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollY)
})

test('a visitor opens every entry of an unbuilt page without a login', async ({ page }) => {
  await page.goto('/#/home')
  await page.getByRole('link', { name: /找商机/ }).click()
  await expect(page.getByRole('heading', { name: '功能建设中' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: '百言助手' }).click()
  await expect(page).toHaveURL(/#\/ai$/)
  await expect(page.getByRole('heading', { name: '功能建设中' })).toBeVisible()
})
