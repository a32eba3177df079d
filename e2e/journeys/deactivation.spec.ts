import type { Page } from '@playwright/test'
import { endSmsWait, fillSmsCode, logInOnPage, storedAccount } from '../lib/pages.ts'
import { changeStore, type TestServer } from '../lib/server.ts'
import { claimGift, createSession, freshMobile } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

const pendingDialog = (page: Page) => page.getByRole('alertdialog', { name: '您的账户正在注销中' })

async function openLogin(page: Page) {
  await endSmsWait(page)
  await page.goto('/#/login')
}

/** Passes both steps of the deactivation and its confirmation. */
async function deactivate(page: Page, server: TestServer, mobile: string) {
  await page.goto('/#/user/logout')
  await endSmsWait(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '下一步' }).click()
  await fillSmsCode(page, server, mobile)
  await page.getByRole('button', { name: '提交注销' }).click()
  const confirmation = page.getByRole('alertdialog', { name: '确认注销账户？' })
  await expect(confirmation.getByRole('button', { name: '取消' })).toBeFocused()
  await confirmation.getByRole('button', { name: '注销', exact: true }).click()
  await expect(page.getByRole('heading', { name: '已提交注销' })).toBeVisible()
}

test('a deactivation can be withdrawn; after its term the account is erased and the mobile number starts anew', async ({
  page,
  server,
}) => {
  const mobile = freshMobile()
  const token = await createSession(server, mobile)
  await claimGift(server, token)
  await signInAs(page, token)
  await deactivate(page, server, mobile)
  expect(await storedAccount(page)).toEqual({
    token: null,
    userInfo: null,
    isFirstLogin: null,
    loginFormData: null,
  })

  await openLogin(page)
  await logInOnPage(page, server, mobile)
  await pendingDialog(page).getByRole('button', { name: '撤销注销' }).click()
  await expect(page.getByText('已撤销注销')).toBeVisible()
  await expect(pendingDialog(page)).toBeHidden()
  await page.reload()
  await page.goto('/#/user/members')
  await expect(page.getByText(/会员至/)).toBeVisible()

  await deactivate(page, server, mobile)
  await openLogin(page)
  await logInOnPage(page, server, mobile)
  await pendingDialog(page).getByRole('button', { name: '继续注销' }).click()
  await expect(page.getByText(/已退出登录/)).toBeVisible()
  expect((await storedAccount(page)).token).toBeNull()

  expect(changeStore(server, 'update user_account set erase_at = 1 where mobile = ?', mobile)).toBe(1)
  await server.stop()
  await server.start()
  const isErased = () => changeStore(server, 'update user_account set nickname = null where mobile = ?', mobile) === 0
  await expect.poll(isErased).toBe(true)

  await openLogin(page)
  await logInOnPage(page, server, mobile)
  await expect(page).toHaveURL(/#\/home/)
  await page.goto('/#/user/members')
  await expect(page.getByRole('heading', { name: '尚未开通会员' })).toBeVisible()
  await expect(page.getByRole('button', { name: '免费领取两年会员' })).toHaveCount(0)
})

test('a wrong code neither deactivates the account nor signs out', async ({ page, server }) => {
  const mobile = freshMobile()
  await signInAs(page, await createSession(server, mobile))
  await page.goto('/#/user/logout')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '下一步' }).click()
  await fillSmsCode(page, server, mobile)
  const code = server.smsCode(mobile)
  await page.getByLabel('短信验证码').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: '提交注销' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '注销', exact: true }).click()
  await expect(page.getByText(/验证码错误，还可尝试 4 次/)).toBeVisible()
  expect((await storedAccount(page)).token).not.toBeNull()
})
