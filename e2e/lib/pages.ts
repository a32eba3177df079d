import { expect, type Page } from '@playwright/test'
import type { TestServer } from './server.ts'
import { freshMobile } from './session.ts'

export const searchField = (page: Page) => page.getByRole('searchbox', { name: '搜索企业' })

/** The captcha image. A tap on it requests another. */
export const captchaPicture = (page: Page) => page.getByRole('button', { name: /图形验证码/ }).locator('img')

/** Company rows of the list on the page, in order. */
export const companyRows = (page: Page) =>
  page.getByRole('link').filter({ has: page.getByRole('heading', { level: 3 }) })

/** Types a mobile number in groups, as people write it: 154 0000 0001. */
export async function fillMobile(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('手机号').fill(`${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`)
}

export const consentBox = (page: Page) => page.getByRole('checkbox', { name: /我已阅读并同意/ })

/** Ends the wait between two SMS codes; takes effect on the next page that opens. */
export const endSmsWait = (page: Page) => page.evaluate(() => sessionStorage.removeItem('smsResendAt'))

/** Solves the captcha, requests an SMS code and types it. The mobile number must already be filled in. */
export async function fillSmsCode(page: Page, server: TestServer, mobile: string): Promise<void> {
  await expect(captchaPicture(page)).toBeVisible()
  await page.getByLabel('图形验证码', { exact: true }).fill(server.latestCaptchaAnswer().toLowerCase())
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/\d+ 秒后重发/)).toBeVisible()
  await page.getByLabel('短信验证码').fill(server.smsCode(mobile))
}

/** Logs in through the form: consent, captcha, SMS code, 登录. */
export async function logInOnPage(page: Page, server: TestServer, mobile = freshMobile()): Promise<void> {
  await consentBox(page).check()
  await fillMobile(page, mobile)
  await fillSmsCode(page, server, mobile)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Account data in local storage; null where absent. */
export const storedAccount = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('token'),
    userInfo: localStorage.getItem('userInfo'),
    isFirstLogin: localStorage.getItem('isFirstLogin'),
    loginFormData: localStorage.getItem('login_form_data'),
  }))

/** Opens the search results for a keyword by URL. */
export async function openResults(page: Page, keyword: string): Promise<void> {
  await page.goto(`/#/search/result?keyword=${encodeURIComponent(keyword)}`)
}

/** Opens the sheet of a filter cell, selects the choices and applies them. */
export async function chooseFilters(page: Page, choices: readonly string[], cell = /^筛选/): Promise<void> {
  await page.getByRole('button', { name: cell }).click()
  const sheet = page.getByRole('dialog')
  for (const name of choices) await sheet.getByRole('button', { name, exact: true }).click()
  await sheet.getByRole('button', { name: /^查看/ }).click()
}

/** Waits until nothing on the page is loading. */
export const expectLoaded = (page: Page) => expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0)

/** One white pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

/** Attaches a picture to the form on the page. */
export const attachPicture = (page: Page, name: string) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })

/** Controls of `selector` that a tap misses 21 px above or below their middle. */
export const tapTargetReport = (page: Page, selector: string) =>
  page.evaluate((targets) => {
    const missed: (string | null)[] = []
    for (const element of document.querySelectorAll(targets)) {
      if (element.getClientRects().length === 0) continue
      element.scrollIntoView({ block: 'center' })
      const { left, width, top, height } = element.getBoundingClientRect()
      const isHit = [-21, 21].every((by) => {
        const hit = document.elementFromPoint(left + Math.min(width / 2, 30), top + height / 2 + by)
        return hit !== null && element.contains(hit)
      })
      if (!isHit) missed.push(element.getAttribute('aria-label') ?? element.textContent)
    }
    return missed
  }, selector)
