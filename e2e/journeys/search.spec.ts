import { expectAccessible, expectToFit } from '../lib/accessible.ts'
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

test('a legal representative of an old report has its year, also when the name is searched', async ({
  userPage: page,
}) => {
  await openResults(page, '王传福')
  const row = companyRows(page).first()
  await expect(row).toContainText('比亚迪股份有限公司')
  await expect(row.getByText('法定代表人')).toHaveCount(1)
  await expect(row).toContainText(/法定代表人王传福 20\d\d/)
})

test('the logo of a company starts with its trade name and has the same colour at every load', async ({
  userPage: page,
}) => {
  await openResults(page, '深圳市')
  await expect(companyRows(page).first()).toBeVisible()
  const logos = () =>
    companyRows(page).evaluateAll((rows) =>
      rows.slice(0, 8).map(({ firstElementChild: logo }) => ({
        text: logo?.textContent ?? '',
        colour: logo === null ? '' : getComputedStyle(logo).backgroundColor,
      })),
    )
  const before = await logos()
  for (const { text } of before) expect(text).not.toContain('深圳市')
  expect(new Set(before.map(({ colour }) => colour)).size).toBeGreaterThan(1)
  await page.reload()
  await expect(companyRows(page).first()).toBeVisible()
  expect(await logos()).toEqual(before)
})

test('an empty result gives the reason and leads on', async ({ userPage: page }) => {
  await openResults(page, '字节跳动')
  await expect(page.getByRole('button', { name: /^收录 [\d,]+ 家企业，\s*数据截至 \d{4}.*上市公司/ })).toBeVisible()
  await expect(page.getByText('“字节跳动”暂未收录，不代表不存在')).toBeVisible()
  await expect(page.getByRole('link', { name: /企业信用公示系统.*在新窗口打开/ })).toHaveAttribute(
    'href',
    'https://www.gsxt.gov.cn/',
  )
  await expectAccessible(page, '无结果')
  await expectToFit(page, '无结果', [320, 375, 428])
  await page.getByRole('button', { name: '修改关键词' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('字节跳动')
})

test('a single hit leads to companies of its region, and back to the hit', async ({ userPage: page }) => {
  await openResults(page, '比亚迪')
  await expect(companyRows(page)).toHaveCount(1)
  await expectAccessible(page, '一家企业')
  await expectToFit(page, '一家企业', [320, 375, 428])
  await page.getByRole('link', { name: /同地区企业/ }).click()
  await expect(page).toHaveURL(/region=4403/)
  await expect(page.getByRole('button', { name: /地区：\s*深圳市/ })).toBeVisible()
  await expect(companyRows(page).nth(3)).toBeVisible()
  await page.goBack()
  await expect(companyRows(page)).toHaveCount(1)
  await expect(companyRows(page)).toContainText('比亚迪股份有限公司')
})

test('the keyword can be tapped on 44 px', async ({ userPage: page }) => {
  await openResults(page, '银行')
  await expect(companyRows(page).first()).toBeVisible()
  const height = await page.getByRole('link', { name: /^修改关键词/ }).evaluate((link) => {
    const { left, top, bottom, width } = link.getBoundingClientRect()
    const isHit = (y: number) => link.contains(document.elementFromPoint(left + width / 2, y))
    let first = (top + bottom) / 2
    let last = first
    while (isHit(first - 1)) first -= 1
    while (isHit(last + 1)) last += 1
    return last - first + 1
  })
  expect(height).toBeGreaterThanOrEqual(44)
})

test('申请收录 is recorded once for a user, and its examples open a company', async ({ userPage: page }) => {
  await openResults(page, '演示跳动')
  await page.getByRole('button', { name: '申请收录' }).click()
  await expect(page.getByRole('button', { name: '已收到申请 · 1 人' })).toBeVisible()
  await expectAccessible(page, '已收到申请')

  await page.reload()
  await page.getByRole('button', { name: '申请收录' }).click()
  await expect(page.getByRole('button', { name: '已收到申请 · 1 人' })).toBeVisible()

  const examples = page.getByRole('region', { name: '示例企业' }).getByRole('link')
  await expect(examples).toHaveCount(3)
  await examples.first().click()
  await expect(page).toHaveURL(/company\/detail/)
  await expect(page.getByRole('heading', { name: /比亚迪股份有限公司/ }).first()).toBeVisible()
})

test('risk search shows the counters of a company and leads to its risks', async ({ userPage: page }) => {
  await page.goto('/#/riskSearch')
  await expectAccessible(page, 'riskSearch')
  await page.getByRole('searchbox').fill('澜山演示')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/riskList\?keyword=/)
  const row = companyRows(page).first()
  await expect(row).toContainText('澜山演示贸易有限公司')
  await expect(row).toContainText(/失信\S*\s*1/)
  await expectAccessible(page, 'riskList')
  await expectToFit(page, 'riskList', [320, 375])
  await row.click()
  await expect(page.getByRole('tab', { name: /法律风险/, selected: true })).toBeVisible()
})

test('company search filters by a risk, and finds companies by shareholder or officer', async ({ userPage: page }) => {
  await openResults(page, '演示')
  await expect(companyRows(page).first()).toBeVisible()
  await chooseFilters(page, ['有失信'])
  await expect(page).toHaveURL(/risk=dishonestExecutor/)
  await expect(companyRows(page).filter({ hasNotText: '失信被执行人' })).toHaveCount(0)
  await expect(companyRows(page).filter({ hasText: '澜山演示贸易有限公司' })).toHaveCount(1)

  await openResults(page, '演示戊')
  await chooseFilters(page, ['股东高管'])
  await expect(page).toHaveURL(/within=member/)
  await expect(companyRows(page).first()).toContainText('股东高管')
})

test('companies of the same name are distinguished by the last characters of their code', async ({
  userPage: page,
}) => {
  await openResults(page, '同名演示商贸有限公司')
  const rows = companyRows(page).filter({ hasText: '同名演示商贸有限公司' })
  await expect(rows).toHaveCount(2)
  const [one, other] = await rows.allTextContents()
  expect(one).toMatch(/代码尾号\s*\w{4}/)
  expect(one?.match(/代码尾号\s*(\w{4})/)?.[1]).not.toBe(other?.match(/代码尾号\s*(\w{4})/)?.[1])
})
