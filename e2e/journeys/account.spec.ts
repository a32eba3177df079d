import {
  captchaPicture,
  consentBox,
  fillMobile,
  fillSmsCode,
  logInOnPage,
  searchField,
  storedAccount,
} from '../lib/pages.ts'
import { fetchOnce } from '../lib/server.ts'
import { createAccount, createSession, endSession, freshMobile } from '../lib/session.ts'
import { expect, openContext, signInAs, test } from '../lib/test.ts'

const password = 'lan-shan-42'

test('login requires consent: a sheet requests it and continues once it is given', async ({ page, server }) => {
  const mobile = freshMobile()
  await page.goto('/#/login')
  await fillMobile(page, mobile)
  await expect(captchaPicture(page)).toBeVisible()
  await expect(consentBox(page)).not.toBeChecked()
  await page.getByLabel('图形验证码', { exact: true }).fill(server.latestCaptchaAnswer())
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('button', { name: '同意并继续' }).click()
  await expect(page.getByText(/\d+ 秒后重发/)).toBeVisible()
  await expect(consentBox(page)).toBeChecked()
  await page.getByLabel('短信验证码').fill(`验证码${server.smsCode(mobile)}`)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/#\/home/)
})

test('the wait between SMS codes continues after leaving the page', async ({ page, server }) => {
  const mobile = freshMobile()
  await page.goto('/#/login')
  await consentBox(page).check()
  await fillMobile(page, mobile)
  await fillSmsCode(page, server, mobile)
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page).toHaveURL(/#\/home/)
  await page.goto('/#/login')
  await expect(page.getByText(/\d+ 秒后重发/)).toBeVisible()
})

test('wrong passwords lead to a captcha, not to a locked account', async ({ page, server }) => {
  const { mobile } = await createAccount(server, password)
  await page.goto('/#/login?way=password')
  await consentBox(page).check()
  await fillMobile(page, mobile)
  const passwordField = page.getByLabel('密码', { exact: true })
  const submit = page.getByRole('button', { name: '登录', exact: true })
  const captcha = page.getByLabel('图形验证码', { exact: true })
  for (let tries = 0; tries < 10; tries += 1) {
    await passwordField.fill(`wrong-${tries}-try`)
    await submit.click()
    await expect(page.getByText('账号或密码错误')).toBeVisible()
    expect((await storedAccount(page)).token).toBeNull()
  }
  await expect(captcha).toHaveCount(0)
  await passwordField.fill(password)
  await submit.click()
  await expect(captcha).toBeVisible()
  await expect(captchaPicture(page)).toBeVisible()
  await captcha.fill(server.latestCaptchaAnswer())
  await submit.click()
  await expect(page).toHaveURL(/#\/home/)
  const stored = await storedAccount(page)
  expect(stored.token).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(stored.loginFormData ?? '')).toEqual({
    loginType: 'password',
    agreementVersion: '2026-11-23',
    mobileMasked: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
  })
})

test('registration with a password signs the user in and refuses a common password', async ({ page, server }) => {
  const mobile = freshMobile()
  await page.goto('/#/login')
  await page.getByRole('button', { name: '注册账号' }).click()
  await consentBox(page).check()
  await fillMobile(page, mobile)
  await fillSmsCode(page, server, mobile)
  await page.getByLabel('设置密码').fill('12345678')
  await page.getByRole('button', { name: '注册并登录' }).click()
  await expect(page.getByText('该密码过于常见')).toBeVisible()
  await page.getByLabel('设置密码').fill(password)
  await page.getByRole('button', { name: '注册并登录' }).click()
  await expect(page).toHaveURL(/#\/home/)
})

test('a password reset by SMS signs every device out and refuses the old password', async ({
  page,
  server,
  browser,
}) => {
  const { mobile, token } = await createAccount(server, password)
  const other = await (await openContext(browser, { baseURL: server.baseUrl })).newPage()
  await signInAs(other, token)
  await other.goto('/#/search')
  await expect(searchField(other)).toBeVisible()

  await page.goto('/#/login?way=password')
  await page.getByRole('link', { name: '忘记密码' }).click()
  // The login page stays until the code of the next page has loaded, and has the same fields.
  await expect(page).toHaveURL(/#\/user\/resetPassword/)
  await fillMobile(page, mobile)
  await fillSmsCode(page, server, mobile)
  await page.getByLabel('新密码', { exact: true }).fill(password)
  await page.getByLabel('再次输入新密码').fill(password)
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByText('新密码不能与旧密码相同')).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill('lan-shan-43')
  await page.getByLabel('再次输入新密码').fill('lan-shan-43')
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page).toHaveURL(/#\/login/)

  await consentBox(page).check()
  await fillMobile(page, mobile)
  await page.getByLabel('密码', { exact: true }).fill('lan-shan-43')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/#\/home/)

  await searchField(other).fill('格力')
  await searchField(other).press('Enter')
  await expect(other).toHaveURL(/#\/(login|home)/)
  expect((await storedAccount(other)).token).toBeNull()
  await other.context().close()
})

test('after a session ends, logging in leads back to the same search', async ({ page, server }) => {
  const mobile = freshMobile()
  const token = await createSession(server, mobile)
  await signInAs(page, token)
  await page.goto('/#/search')
  await expect(searchField(page)).toBeVisible()
  // A call of the search page that is still running would find the session ended, and login would lead back to it.
  await page.waitForLoadState('networkidle')
  await endSession(server, token)
  // On a slow machine the suggestions would find the session ended first, and login would lead back to this page.
  await page.route(/company\/suggest/, (route) => route.abort())
  await searchField(page).fill('万科')
  await searchField(page).press('Enter')
  // The 403 handler re-checks the login state, finds none and navigates home (SPEC §4).
  await expect(page).toHaveURL(/#\/home/)
  expect((await storedAccount(page)).token).toBeNull()
  await page.getByRole('button', { name: '登录/注册' }).click()
  await logInOnPage(page, server)
  await expect(page).toHaveURL(/#\/search\/result\?keyword=/)
  await expect(page.getByText('万科企业股份有限公司').first()).toBeVisible()
})

test('login and logout in one tab take effect in the other', async ({ context, server }) => {
  const first = await context.newPage()
  await first.goto(`${server.baseUrl}/#/user`)
  const second = await context.newPage()
  await second.goto(`${server.baseUrl}/#/login`)
  await logInOnPage(second, server)
  await expect(second).toHaveURL(/#\/home/)
  await expect(first.getByText(/^154\*{4}\d{4}$/).first()).toBeVisible()
  await first.getByRole('button', { name: '退出登录' }).click()
  await first.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await expect(second.getByText('登录/注册').first()).toBeVisible()
})

test('a saved nickname is shown on 信息管理 and 我的', async ({ userPage: page }) => {
  await page.goto('/#/user/info')
  await page.getByRole('button', { name: /昵称/ }).click()
  await page.getByRole('dialog').getByLabel('昵称').fill('澜山')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('澜山').first()).toBeVisible()
  await page.goto('/#/user')
  await expect(page.getByText('澜山').first()).toBeVisible()
})

test('signing the other devices out ends their sessions', async ({ page, server }) => {
  const mobile = freshMobile()
  const other = await createSession(server, mobile)
  await signInAs(page, await createSession(server, mobile))
  await page.goto('/#/user/setting')
  await expect(page.getByText('2 台已登录')).toBeVisible()
  await page.getByRole('button', { name: /退出其他 1 台设备/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /退出/ }).click()
  await expect(page.getByText('1 台已登录')).toBeVisible()
  const response = await fetchOnce(`${server.baseUrl}/api/h5/v1/user/getUserDetail`, { headers: { token: other } })
  const { code }: { code: number } = await response.json()
  expect(code).toBe(403)
})

test('the list of agreements leads to each of them', async ({ page }) => {
  await page.goto('/#/user/agreement')
  await page.getByRole('link', { name: /隐私政策/ }).click()
  await expect(page).toHaveURL(/#\/user\/privacy_policy/)
  await expect(page.getByRole('heading', { name: '隐私政策' }).first()).toBeVisible()
  await page.goto('/#/user/agreement?type=membership')
  await expect(page.getByText(/两年/).first()).toBeVisible()
})
