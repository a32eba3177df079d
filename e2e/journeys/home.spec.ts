import { companyRows, searchField, tapTargetReport } from '../lib/pages.ts'
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
  await expect(companyRows(page).first()).toBeVisible()
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

test('opening and closing the search neither fades nor scrolls the page', async ({ userPage: page }) => {
  await page.goto('/#/home')
  await expect(companyRows(page).first()).toBeVisible()
  await page.evaluate(() => {
    window.name = ''
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof HTMLElement && target.matches('main')) window.name = 'faded'
    })
  })
  await searchField(page).click()
  await expect(page.getByRole('button', { name: '取消' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: '取消' })).toHaveCount(0)
  await searchField(page).click()
  await expect(page.getByRole('button', { name: '取消' })).toBeVisible()
  expect(await page.evaluate(() => window.name)).toBe('')
})

test('Home states recent listings, its coverage, and the companies of this visit', async ({ page }) => {
  await page.goto('/#/home')
  await page.getByRole('tab', { name: '最近上市' }).click()
  const listings = page.getByRole('tabpanel', { name: '最近上市' })
  await expect(listings.getByText(/^按上市日期 · 数据截至 \d{4}-\d{2}/)).toBeVisible()
  await page.getByRole('button', { name: /^收录 [\d,]+ 家企业，\s*数据截至 \d{4}-\d{2}/ }).click()
  const sheet = page.getByRole('dialog', { name: '收录范围' })
  await expect(sheet.getByRole('listitem').first()).toContainText(/^上市公司[\d,]+ 家.*截至 \d{4}/)
  await sheet.getByRole('button', { name: '关闭' }).click()

  const row = listings.getByRole('link').first()
  await row.click()
  await expect(page).toHaveURL(/company\/detail/)
  const [id = ''] = page.url().match(/id=[^&]+/) ?? []
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await page.goBack()
  const viewed = page.getByRole('navigation', { name: '继续查看' }).getByRole('link')
  await expect(viewed).toHaveAttribute('href', new RegExp(id))
})

test('the controls of Home are hit in a height of 44 px', async ({ page }) => {
  await page.goto('/#/home')
  await expect(page.getByRole('button', { name: /^收录/ })).toBeVisible()
  const controls = 'main form button, main [role="tab"], main [role="tab"] ~ a, section button, section a, nav a'
  expect(await tapTargetReport(page, controls)).toEqual([])
})

test('a visitor opens the form of 找商机 without a login; the robot leads to the login', async ({ page }) => {
  await page.goto('/#/home')
  await page.getByRole('link', { name: /找商机/ }).click()
  await expect(page.getByRole('button', { name: '查找企业' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: '百言助手' }).click()
  await expect(page).toHaveURL(/#\/login/)
})
