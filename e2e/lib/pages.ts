import { expect, type Page } from '@playwright/test'
import type { TestServer } from './server.ts'
import { freshMobile } from './session.ts'

export const searchField = (page: Page) => page.getByRole('searchbox', { name: '搜索企业' })

/** The picture itself; a tap on it draws another. */
export const captchaPicture = (page: Page) => page.getByRole('button', { name: /图形验证码/ }).locator('img')

/** Rows of the list a page shows, in order. */
export const companyRows = (page: Page) =>
  page.getByRole('link').filter({ has: page.getByRole('heading', { level: 3 }) })

/** Logs in on the page as a person does: picture code, consent, SMS code, 登录. */
export async function logInOnPage(page: Page, server: TestServer): Promise<void> {
  const mobile = freshMobile()
  await page.getByLabel('手机号').fill(`${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`)
  await expect(captchaPicture(page)).toBeVisible()
  await page.getByLabel('图形验证码', { exact: true }).fill(server.latestCaptchaAnswer().toLowerCase())
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/\d+ 秒后重发/)).toBeVisible()
  await page.getByLabel('短信验证码').fill(server.smsCode(mobile))
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Opens the results for a keyword by its address. */
export async function openResults(page: Page, keyword: string): Promise<void> {
  await page.goto(`/#/search/result?keyword=${encodeURIComponent(keyword)}`)
}

/** Opens a sheet of the filter row, chooses in it and applies. */
export async function chooseFilters(page: Page, choices: readonly string[], cell = /^筛选/): Promise<void> {
  await page.getByRole('button', { name: cell }).click()
  const sheet = page.getByRole('dialog')
  for (const name of choices) await sheet.getByRole('button', { name, exact: true }).click()
  await sheet.getByRole('button', { name: /^查看/ }).click()
}
