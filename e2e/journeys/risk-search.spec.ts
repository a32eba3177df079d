import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { chooseFilters, companyRows, openResults } from '../lib/pages.ts'
import { expect, test } from '../lib/test.ts'

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
