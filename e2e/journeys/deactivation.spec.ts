import type { Page } from '@playwright/test'
import { fillSmsCode, forgetSmsWait, keptInBrowser, logInOnPage } from '../lib/pages.ts'
import type { TestServer } from '../lib/server.ts'
import { claimGift, createSession, freshMobile } from '../lib/session.ts'
import { changeStore } from '../lib/store.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const pending = (page: Page) => page.getByRole('alertdialog', { name: '您的账户正在注销中' })

async function openLogin(page: Page) {
  await forgetSmsWait(page)
  await page.goto('/#/login')
}

/** Goes through both steps and the last question. */
async function deactivate(page: Page, server: TestServer, mobile: string) {
  await page.goto('/#/user/logout')
  await forgetSmsWait(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '下一步' }).click()
  await fillSmsCode(page, server, mobile)
  await page.getByRole('button', { name: '提交注销' }).click()
  const question = page.getByRole('alertdialog', { name: '确认注销账户？' })
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
  await question.getByRole('button', { name: '注销', exact: true }).click()
  await expect(page.getByRole('heading', { name: '已提交注销' })).toBeVisible()
}

test('an account is deactivated, kept after all, and deactivated for good', async ({ page, server }) => {
  const mobile = freshMobile()
  const token = await createSession(server, mobile)
  await claimGift(server, token)
  await signInAs(page, token)
  await deactivate(page, server, mobile)
  expect(await keptInBrowser(page)).toEqual({
    token: null,
    userInfo: null,
    isFirstLogin: null,
    loginFormData: null,
  })

  await openLogin(page)
  await logInOnPage(page, server, mobile)
  await pending(page).getByRole('button', { name: '撤销注销' }).click()
  await expect(page.getByText('已撤销注销')).toBeVisible()
  await expect(pending(page)).toBeHidden()
  await page.reload()
  await page.goto('/#/user/members')
  await expect(page.getByText(/会员至/)).toBeVisible()

  await deactivate(page, server, mobile)
  await openLogin(page)
  await logInOnPage(page, server, mobile)
  await pending(page).getByRole('button', { name: '继续注销' }).click()
  await expect(page.getByText(/已退出登录/)).toBeVisible()
  expect((await keptInBrowser(page)).token).toBeNull()

  expect(changeStore(server, 'update user_account set erase_at = 1 where mobile = ?', mobile)).toBe(1)
  await server.stop()
  await server.start()
  const isGone = () => changeStore(server, 'update user_account set nickname = null where mobile = ?', mobile) === 0
  await expect.poll(isGone).toBe(true)

  await openLogin(page)
  await logInOnPage(page, server, mobile)
  await expect(page).toHaveURL(/#\/home/)
  await page.goto('/#/user/members')
  await expect(page.getByRole('heading', { name: '尚未开通会员' })).toBeVisible()
  await expect(page.getByRole('button', { name: '免费领取两年会员' })).toHaveCount(0)
})

test('a wrong code deactivates nothing and signs nobody out', async ({ page, server }) => {
  const mobile = freshMobile()
  await signInAs(page, await createSession(server, mobile))
  await page.goto('/#/user/logout')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '下一步' }).click()
  await fillSmsCode(page, server, mobile)
  const right = server.smsCode(mobile)
  await page.getByLabel('短信验证码').fill(right === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: '提交注销' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '注销', exact: true }).click()
  await expect(page.getByText(/验证码错误，还可尝试 4 次/)).toBeVisible()
  expect((await keptInBrowser(page)).token).not.toBeNull()
})
