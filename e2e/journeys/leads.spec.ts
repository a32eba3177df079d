import { resultCode } from '@baiqicha/contract/result-codes'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { companyRows } from '../lib/pages.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, signIn, test } from '../lib/test.ts'

const demo = '澜山演示贸易有限公司'

test('Home leads to a company’s contacts, by way of search and filter', async ({ userPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/#/home')
  await page.getByRole('link', { name: /找商机/ }).click()
  await expect(page).toHaveURL(/#\/phoneSearch/)
  await page.getByRole('searchbox').fill('演示')
  await page.getByRole('button', { name: '查找企业' }).click()
  await expect(page).toHaveURL(/#\/phoneList\?keyword=/)
  await expect(companyRows(page).first()).toBeVisible()
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByRole('button', { name: '有固话' }).click()
  await page.getByRole('button', { name: /^查看 [\d,+]+ 家$/ }).click()
  await expect(page).toHaveURL(/contact=landline/)
  const row = companyRows(page).first()
  await expect(row).toContainText('固话')
  await row.click()
  await expect(page.getByRole('heading', { name: '联系方式' })).toBeVisible()
  const landline = page.getByRole('region', { name: '固话' }).getByRole('article').first()
  await landline.getByRole('button', { name: '复制固话' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^0990-/)
})

test('a condition of members is refused to others with a sentence', async ({ userPage: page }) => {
  await page.goto('/#/phoneList?keyword=演示&age=1to5')
  await expect(page.getByRole('heading', { name: '“成立年限”为会员专享筛选' })).toBeVisible()
  await page.getByRole('button', { name: '免费领取会员' }).click()
  await expect(page.getByRole('dialog', { name: /会员/ })).toBeVisible()
})

test('the limit of the day is stated where the contacts would be', async ({ userPage: page, server }) => {
  const id = await companyIdOf(server, await createSession(server), demo)
  const message = '今日查看联系方式已达 30 家，请明日再试'
  await page.route(/v1\/phone\/detail/, (route) =>
    route.fulfill({ json: { code: resultCode.tooManyRequests, message, data: null } }),
  )
  await page.goto(`/#/phoneDetail?id=${id}`)
  await expect(page.getByText('今日查看次数已用完')).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
})

test('a visitor goes through login to the same list', async ({ page }) => {
  await page.goto('/#/phoneList?keyword=演示')
  await expect(page).toHaveURL(/#\/login/)
})

test('the pages of 找商机 fit, and have no accessibility violation', { tag: '@nightly' }, async ({ page, server }) => {
  const token = await signIn(page, server)
  const id = await companyIdOf(server, token, demo)
  const pages = [
    { path: '/#/phoneSearch', ready: page.getByRole('button', { name: '查找企业' }) },
    { path: '/#/phoneList?keyword=演示', ready: companyRows(page).first() },
    { path: `/#/phoneDetail?id=${id}`, ready: page.getByRole('article').first() },
  ]
  for (const { path, ready } of pages) {
    await page.goto(path)
    await expect(ready).toBeVisible()
    await expectAccessible(page, path)
    await expectToFit(page, path, [320, 375])
  }
  await page.getByRole('button', { name: '号码屏蔽申请' }).last().click()
  await expect(page.getByRole('button', { name: '隐藏该号码' })).toBeVisible()
  await expectAccessible(page, 'the sheet 号码屏蔽申请')
})
