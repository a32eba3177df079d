import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { companyRows, openResults } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

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
