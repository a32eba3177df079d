import type { Page } from '@playwright/test'
import { companyRows, logInOnPage, openResults, storedAccount } from '../lib/pages.ts'
import { claimGift, createSession } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const giftDialog = (page: Page) => page.getByRole('dialog', { name: '新用户会员礼' })
const choose = (page: Page, name: string) => giftDialog(page).getByRole('button', { name, exact: true }).click()

test('the first login offers the gift; claiming it makes the user a member', async ({ page, server }) => {
  await page.goto('/#/home')
  await page.getByRole('button', { name: '登录/注册' }).click()
  await logInOnPage(page, server)
  await expect(page).toHaveURL(/#\/home/)
  await expect(giftDialog(page)).toBeVisible()
  expect((await storedAccount(page)).isFirstLogin).toBe('true')
  expect((await giftDialog(page).boundingBox())?.width).toBe(306)

  await page.mouse.click(5, 5)
  await expect(giftDialog(page)).toBeVisible()
  for (const name of ['求职者', '企业法务', '企业主']) await choose(page, name)
  await choose(page, '销售')
  await expect(page.getByText('身份最多选择三个')).toBeVisible()
  await expect(giftDialog(page).getByText('求职者、企业法务、企业主')).toBeVisible()

  await choose(page, '展开所属行业')
  await expect(giftDialog(page).getByRole('button', { name: '求职者', exact: true })).toBeHidden()
  await expect(giftDialog(page).getByText('未选择')).toBeVisible()
  // The button is disabled; a tap still shows what is missing.
  await giftDialog(page).getByRole('button', { name: '立即领取' }).click({ force: true })
  await expect(page.getByText('请选择行业')).toBeVisible()
  await choose(page, '金融业')
  await choose(page, '立即领取')
  await expect(page.getByText('恭喜您，成功领取两年会员')).toBeVisible()
  await expect(giftDialog(page)).toBeHidden()

  const guide = page.getByRole('dialog', { name: '您已是百企查会员' })
  await expect(guide).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(guide).toBeVisible()
  await guide.getByRole('button', { name: '关闭' }).click()
  await expect(guide).toBeHidden()
  expect((await storedAccount(page)).isFirstLogin).toBeNull()
  expect(await page.evaluate(() => 'isVip' in window && window.isVip)).toBe(true)

  await page.goto('/#/user/members')
  await expect(page.getByRole('region', { name: '会员状态' })).toContainText(/会员至\s*20\d\d-\d\d-\d\d/)
  await page.goto('/#/user/info')
  await expect(page.getByText('企业法务').first()).toBeVisible()
})

test('a closed gift dialog can be reopened from the home page and does not reopen by itself', async ({
  page,
  server,
}) => {
  await page.goto('/#/login')
  await logInOnPage(page, server)
  await expect(giftDialog(page)).toBeVisible()
  await giftDialog(page).getByRole('button', { name: '关闭' }).click()
  const guide = page.getByRole('dialog', { name: '会员礼随时可领' })
  await guide.getByRole('button', { name: '关闭' }).click()
  expect((await storedAccount(page)).isFirstLogin).toBeNull()
  await page.getByRole('button', { name: /新用户会员礼/ }).click()
  await expect(giftDialog(page)).toBeVisible()
  await giftDialog(page).getByRole('button', { name: '关闭' }).click()
  await expect(giftDialog(page)).toBeHidden()
  await page.reload()
  await expect(companyRows(page).first()).toBeVisible()
  await expect(giftDialog(page)).toBeHidden()
})

for (const level of ['visitor', 'registered', 'vip'] as const) {
  test(`the benefits table states what a ${level} can do`, async ({ page, server }) => {
    if (level !== 'visitor') {
      const token = await createSession(server)
      if (level === 'vip') await claimGift(server, token)
      await signInAs(page, token)
    }
    await page.goto('/#/user/members')
    const column = { visitor: 1, registered: 2, vip: 3 }[level]
    const cell = (row: string) =>
      page
        .getByRole('row', { name: row })
        .getByRole('cell')
        .nth(column - 1)
    const canSearch = level !== 'visitor'
    await expect(cell('搜索企业')).toHaveText(canSearch ? '有' : /无/)
    if (canSearch) await expect(cell('单次搜索结果数')).toContainText('1,000')

    await page.goto('/#/home')
    await expect(companyRows(page).first()).toBeVisible()
    await companyRows(page).first().click()
    await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
    await openResults(page, '银行')
    if (canSearch) await expect(companyRows(page).first()).toBeVisible()
    else await expect(page).toHaveURL(/#\/login/)
    const isVip = await page.evaluate(() => 'isVip' in window && window.isVip)
    expect(isVip).toBe(level === 'vip')
  })
}
