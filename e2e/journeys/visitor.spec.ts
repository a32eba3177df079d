import { captchaPicture, companyRows, consentBox, logInOnPage, openResults, searchField } from '../lib/pages.ts'
import { createSession, endSession } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

test('a shared company page opens without login, and back leads home', async ({ page }) => {
  await page.goto('/#/home')
  const link = await companyRows(page).first().getAttribute('href')
  await page.goto(`/${link}&isShare=1`)
  await page.reload()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).first().click()
  await expect(page).toHaveURL(/#\/home/)
})

test('search results require login and are shown after it', async ({ page, server }) => {
  await openResults(page, '万科')
  await expect(page).toHaveURL(/#\/login/)
  await logInOnPage(page, server)
  await expect(page).toHaveURL(/#\/search\/result\?keyword=/)
  await expect(companyRows(page).first()).toContainText('万科企业股份有限公司')
})

test('a visitor opens one of three suggestions, and logs in for all results', async ({ page }) => {
  await page.goto('/#/home')
  await searchField(page).click()
  await page.keyboard.type('时代')
  const suggestions = page.getByRole('region', { name: '联想结果' })
  await expect(suggestions.getByRole('link')).toHaveCount(3)
  await suggestions.getByRole('button', { name: '登录后查看“时代”的全部结果' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await searchField(page).fill('宁德时代')
  await suggestions.getByRole('link', { name: /宁德时代新能源科技股份有限公司.*300750/ }).click()
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
})

test('a wrong captcha shows an error at its field and a new image', async ({ page }) => {
  await page.goto('/#/login')
  const picture = captchaPicture(page)
  await expect(picture).toBeVisible()
  await consentBox(page).check()
  const before = await picture.getAttribute('src')
  await page.getByLabel('手机号').fill('13800000000')
  await page.getByLabel('图形验证码', { exact: true }).fill('0000')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/图形验证码/).filter({ hasText: /错误|过期/ })).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', before ?? '')
})

test('logout in one tab logs the other tab out', async ({ context, server }) => {
  const token = await createSession(server)
  const first = await context.newPage()
  await first.goto(`${server.baseUrl}/#/home`)
  await first.evaluate((value) => localStorage.setItem('token', value), token)
  await first.reload()
  const second = await context.newPage()
  await second.goto(`${server.baseUrl}/#/user`)
  await expect(first.getByRole('link', { name: '登录/注册' })).toHaveCount(0)

  await second.getByRole('button', { name: '退出登录' }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await expect(second.getByText('登录/注册').first()).toBeVisible()
  await expect(first.getByText('登录/注册').first()).toBeVisible()
  expect(await first.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a session that ended elsewhere is removed on the next call', async ({ userPage: page, server }) => {
  await page.goto('/#/search')
  await expect(searchField(page)).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await endSession(server, token ?? '')
  await searchField(page).fill('格力')
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(/#\/(login|home)/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})
