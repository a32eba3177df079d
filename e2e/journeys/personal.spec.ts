import { fetchOnce } from '../lib/server.ts'
import { createSession, freshMobile } from '../lib/session.ts'
import { expect, signInAs, test } from '../lib/test.ts'

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
