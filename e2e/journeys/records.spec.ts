import { recordKinds } from '@baiqicha/contract/records/kinds'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { listPathOf } from '../lib/records.ts'
import { expect, signInAll, test } from '../lib/test.ts'

/** Smallest size of a target of touch. px. */
const TAP = 44

const user = signInAll()

test('a case has one node per day and case number, whose links are large enough to tap', async ({ page }) => {
  await page.goto(listPathOf(recordKinds.dishonestExecutor, user.lanshan))
  await page.getByRole('link', { name: /详情/ }).first().click()
  const steps = page.locator('section').filter({ has: page.getByRole('heading', { name: '案件进程' }) })
  const filed = steps.getByRole('listitem').filter({ hasText: '执行立案' })
  await filed.scrollIntoViewIfNeeded()
  await expect(filed).toHaveCount(1)
  await expect(filed).toContainText(/限高/)
  await expect(filed).toContainText(/失信\s*当前/)
  for (const link of await steps.getByRole('link').all()) {
    await link.scrollIntoViewIfNeeded()
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await link.innerText()).toBeGreaterThanOrEqual(TAP)
  }
  await filed.getByRole('link', { name: '被执行' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '被执行人详情' })).toBeVisible()
})

for (const key of ['courtAnnouncement', 'enterpriseCourtAnnouncement', 'judicialDocument'] as const) {
  test(`${recordKinds[key].title} never claims to be in force`, async ({ page }) => {
    await page.goto(listPathOf(recordKinds[key], user.lanshan))
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText('当前有效')).toHaveCount(0)
    await page.getByRole('link', { name: /详情/ }).first().click()
    await expect(page.getByRole('button', { name: '提交异议' })).toBeVisible()
    await expect(page.getByText('当前有效')).toHaveCount(0)
  })
}

test('the records of a case are one card, and each opens from it', async ({ page }) => {
  await page.goto(`/#/company/detail?id=${user.lanshan}&tab=legalRisk`)
  await page.getByRole('link', { name: '按案件查看' }).click()
  await expect(page.getByText('17 条记录，归入 6 个案件')).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: '（2026）演0101执1234号' })
  await card.getByRole('button', { name: '6 条记录' }).click()
  await expectAccessible(page, '法律风险')
  await expectToFit(page, '法律风险', [320, 375])
  await card.getByRole('link', { name: /裁判文书.*（2025）演0101民初567号/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '裁判文书详情' })).toBeVisible()
})

test('hearings to come are counted apart from those held', async ({ page }) => {
  // The hearings of the demonstration set have fixed days.
  await page.clock.setFixedTime(new Date('2026-11-23T10:00:00+08:00'))
  await page.goto(listPathOf(recordKinds.courtAnnouncement, user.lanshan))
  await expect(page.getByText(/^即将 \d+ · 已开庭 \d+$/)).toBeVisible()
})

test('查风险 keeps the kind that a link preselects', async ({ page }) => {
  await page.goto('/#/riskSearch?kind=dishonestExecutor')
  await expect(page.getByText('仅查有“失信被执行人”记录的企业')).toBeVisible()
  await page.getByRole('searchbox').fill('演示')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/riskList\?.*kind=dishonestExecutor/)
  await expect(page.getByRole('button', { name: '有失信', pressed: true })).toBeVisible()
})
