import { chooseFilters, companyRows, openResults, searchField } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

test('filters and sort order are part of the URL and applied to the rows', async ({ userPage: page }) => {
  await openResults(page, '银行')
  await expect(companyRows(page).first()).toBeVisible()
  const before = await page.getByRole('heading', { level: 2, name: /^共/ }).textContent()

  await chooseFilters(page, ['江苏省', '全部江苏省'], /地区/)

  await expect(page).toHaveURL(/region=32/)
  await expect(page.getByRole('heading', { level: 2, name: /^共/ })).not.toHaveText(before ?? '')
  await expect(companyRows(page).first()).toContainText('南京银行')

  await page.getByRole('button', { name: '默认排序' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '注册资本从高到低' }).click()
  await expect(page).toHaveURL(/sort=capitalHighest/)
  await page.reload()
  await expect(page.getByRole('button', { name: '注册资本从高到低' })).toBeVisible()
})

test('search is limited to the chosen fields and to the chosen types of company', async ({ userPage: page }) => {
  await openResults(page, '装卸搬运')
  await expect(companyRows(page).first()).toContainText(/经营范围.*装卸搬运/)
  await expect(companyRows(page).first()).toContainText('演示数据')

  await chooseFilters(page, ['企业名称'])
  await expect(page).toHaveURL(/within=name/)
  await expect(page.getByText('仅检索“企业名称”')).toBeVisible()
  await page.getByRole('button', { name: '在全部范围中查找' }).click()
  await expect(companyRows(page).first()).toContainText('装卸搬运')

  await chooseFilters(page, ['经营范围', '合伙企业'])
  await expect(page).toHaveURL(/type=partnership&within=scope/)
  await expect(page.getByRole('list', { name: '已选条件' }).getByRole('button')).toHaveText([
    '在经营范围中查找',
    '合伙企业',
  ])
  await expect(companyRows(page).filter({ hasNotText: /合伙企业.*装卸搬运/ })).toHaveCount(0)
  await expect(companyRows(page).first()).toContainText('有限合伙')
  const partnerships = await companyRows(page).count()
  await page.getByRole('list', { name: '已选条件' }).getByRole('button', { name: '合伙企业' }).click()
  await expect(page).not.toHaveURL(/type=/)
  await expect.poll(() => companyRows(page).count()).toBeGreaterThan(partnerships)
})

test('a mobile number finds its company and is shown masked', async ({ userPage: page }) => {
  await openResults(page, '15400000004')
  await expect(companyRows(page)).toHaveCount(1)
  await expect(companyRows(page)).toContainText('青峰演示食品有限公司')
  await expect(companyRows(page)).toContainText('电话154****0004')

  await chooseFilters(page, ['法定代表人'])
  await expect(page.getByText('仅检索“法定代表人”')).toBeVisible()
})

test('going back from a company restores the scroll position of the list', async ({ userPage: page }) => {
  await openResults(page, '科技')
  await expect(companyRows(page).first()).toBeVisible()
  await page.mouse.move(180, 500)
  await page.mouse.wheel(0, 2400)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1500)
  // Rows that are still loading may shift the page; read the position once none is.
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const row = page
    .locator('a', { has: page.getByRole('heading', { level: 3 }) })
    .filter({ visible: true })
    .nth(4)
  const name = await row.getByRole('heading').textContent()
  await row.scrollIntoViewIfNeeded()
  const scrollY = await page.evaluate(() => window.scrollY)
  await row.click()
  await expect(page).toHaveURL(/company\/detail/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.getByRole('button', { name: '返回' }).first().click()
  await expect(page).toHaveURL(/search\/result/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollY)
  await expect(page.getByRole('heading', { level: 3, name: name ?? '' })).toBeVisible()
})

test('search history and viewed companies are listed newest first and can be deleted', async ({ userPage: page }) => {
  for (const keyword of ['茅台', '平安']) {
    await page.goto('/#/search')
    await searchField(page).fill(keyword)
    await searchField(page).press('Enter')
    await expect(companyRows(page).first()).toBeVisible()
  }
  await companyRows(page).first().click()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()

  await page.getByRole('button', { name: '返回' }).first().click()
  await page.getByRole('link', { name: '重新输入' }).click()
  const history = page.locator('section', { has: page.getByRole('heading', { name: '搜索历史' }) })
  await expect(history.getByRole('listitem')).toHaveText(['平安', '茅台'])
  await expect(page.locator('section', { has: page.getByRole('heading', { name: '最近浏览' }) })).toContainText('平安')

  await history.getByRole('button', { name: '编辑' }).click()
  await history.getByRole('button', { name: /删除\s*平安/ }).click()
  await expect(history.getByRole('listitem')).toHaveText([/茅台/])
  await history.getByRole('button', { name: '清空搜索历史' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '清空' }).click()
  await expect(page.getByRole('heading', { name: '搜索历史' })).toHaveCount(0)
})

test('a search without results states what the data covers, not that the company does not exist', async ({
  userPage: page,
}) => {
  await openResults(page, '华为技术有限公司')
  await expect(page.getByRole('heading', { name: '未找到“华为技术有限公司”' })).toBeVisible()
  await expect(page.getByText(/收录 [\d,]+ 家企业/)).toBeVisible()
  await expect(page.getByText('“华为技术有限公司”暂未收录，不代表不存在')).toBeVisible()
})

test('a fictional company is marked 演示数据 in lists and on its page', async ({ userPage: page }) => {
  await openResults(page, '演示')
  await expect(companyRows(page).first()).toContainText('演示数据')
  await companyRows(page).first().click()
  await expect(page.getByText('演示数据：本页企业、人物与案件均为虚构').first()).toBeVisible()
})
