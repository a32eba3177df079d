import type { SignedInDevice } from '@baiqicha/contract/account'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import '../../ui/confirm-alert.tsx'
import '../../ui/sheet-dialog.tsx'
import { saveViewedCompany } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { useCachedViews } from '../../platform/navigation/cached-views.ts'

const hour = (at: number) => new Date(2026, 10, 22, at).toISOString()

const buildDevice = (overrides: Partial<SignedInDevice> = {}): SignedInDevice => ({
  id: 'd-1',
  deviceType: 'android',
  signedInAt: hour(8),
  lastUsedAt: hour(14),
  loginSource: null,
  isCurrent: false,
  ...overrides,
})
const own = buildDevice({ id: 'd-own', deviceType: 'wechat', isCurrent: true })

beforeEach(() => {
  answerHome()
  answer('userDetail', buildUser())
  answer('alertSettings', { offered: [], targets: [], webhookHosts: [] })
  answer('apiKeys', { list: [], dailyQuota: 1000 })
  answer('devices', {
    list: [own, buildDevice(), buildDevice({ id: 'd-2', deviceType: 'mac', loginSource: 'partner' })],
  })
})

function openPage(user = buildUser()) {
  logIn(user)
  answer('userDetail', user)
  return renderApp('/user', '/user/setting')
}
const devices = () => within(screen.getByRole('region', { name: '设备管理' }))

test('redirects a visitor to login and back', async () => {
  const { arrivesAt } = renderApp('/user', '/user/setting')
  await arrivesAt('/login')
  expect(sessionStorage.getItem('savedRoute')).toContain('"/user/setting"')
})

test.each([
  [['sms'] as const, '登录密码未设置'],
  [['sms', 'password'] as const, '登录密码修改'],
])('with login methods %j the password row shows %s and links to its page', async (loginMethods, name) => {
  openPage(buildUser({ loginMethods: [...loginMethods] }))
  const row = await screen.findByRole('link', { name })
  expect(row.getAttribute('href')).toBe('/user/resetPassword')
})

test('each device shows its type, last use and origin of login; the current one cannot be signed out', async () => {
  openPage()
  await screen.findByText('3 台已登录')
  const rows = devices()
    .getAllByRole('listitem')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    '微信本机最近使用 2026-11-22 14:002026-11-22 登录',
    '安卓设备最近使用 2026-11-22 14:002026-11-22 登录退出安卓设备',
    'Mac 电脑最近使用 2026-11-22 14:002026-11-22 登录，来自 partner退出Mac 电脑',
  ])
})

test('signing out a device confirms first, ends that session only and reloads the list', async () => {
  const calls = answer('signOutDevice', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '退出安卓设备' }))
  answer('devices', { list: [own] })
  const question = within(await screen.findByRole('alertdialog', { name: '退出安卓设备？' }))
  await user.click(question.getByRole('button', { name: '退出' }))
  await screen.findByText('已退出安卓设备')
  await waitFor(() => expect(devices().getAllByRole('listitem')).toHaveLength(1))
  expect(calls.map((call) => call.body)).toEqual([{ id: 'd-1' }])
})

const sheetNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('in a session that a partner opened, signing out', () => {
  const partnerUser = buildUser({ loginSource: 'shop' })

  test('a device sends the SMS code of the number', async () => {
    const calls = answer('signOutDevice', null)
    const { user } = openPage(partnerUser)
    await user.click(await screen.findByRole('button', { name: '退出安卓设备' }))
    const form = await sheetNamed('退出安卓设备？')
    expect(form.getByText(`验证码将发送到 ${partnerUser.phoneMasked}`)).toBeTruthy()
    await user.click(form.getByRole('button', { name: '退出' }))
    expect(calls).toEqual([])
    await user.type(form.getByRole('textbox', { name: '短信验证码' }), '123456')
    answer('devices', { list: [own] })
    await user.click(form.getByRole('button', { name: '退出' }))
    await screen.findByText('已退出安卓设备')
    await waitFor(() => expect(devices().getAllByRole('listitem')).toHaveLength(1))
    expect(calls.map((call) => call.body)).toEqual([{ id: 'd-1', smsCode: '123456' }])
  })

  test('all others sends the SMS code of the number', async () => {
    const calls = answer('signOutOtherDevices', { signedOut: 2 })
    const { user } = openPage(partnerUser)
    await user.click(await screen.findByRole('button', { name: '退出其他 2 台设备' }))
    const form = await sheetNamed('退出其他 2 台设备？')
    await user.type(form.getByRole('textbox', { name: '短信验证码' }), '123456')
    await user.click(form.getByRole('button', { name: '退出' }))
    await screen.findByText('已退出 2 台设备')
    expect(calls.map((call) => call.body)).toEqual([{ smsCode: '123456' }])
  })

  test('with a wrong code shows the sentence at the field and signs nobody out', async () => {
    refuse('signOutDevice', 4103, '验证码错误，还可尝试 4 次')
    const { user } = openPage(partnerUser)
    await user.click(await screen.findByRole('button', { name: '退出安卓设备' }))
    const form = await sheetNamed('退出安卓设备？')
    await user.type(form.getByRole('textbox', { name: '短信验证码' }), '123456')
    await user.click(form.getByRole('button', { name: '退出' }))
    await form.findByText('验证码错误，还可尝试 4 次')
    expect(screen.getByRole('dialog', { name: '退出安卓设备？' })).toBeTruthy()
  })
})

test('取消 signs nobody out', async () => {
  const calls = answer('signOutDevice', null)
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '退出安卓设备' }))
  await user.click(await screen.findByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([])
})

test('signing out the others shows their number', async () => {
  answer('signOutOtherDevices', { signedOut: 2 })
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '退出其他 2 台设备' }))
  answer('devices', { list: [own] })
  const question = within(await screen.findByRole('alertdialog', { name: '退出其他 2 台设备？' }))
  await user.click(question.getByRole('button', { name: '退出' }))
  await screen.findByText('已退出 2 台设备')
  await waitFor(() => expect(screen.queryByRole('button', { name: /退出其他/ })).toBeNull())
})

test('a device that is already signed out shows a message and reloads the list', async () => {
  refuse('signOutDevice', 4040, '这台设备已经退出')
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: '退出安卓设备' }))
  answer('devices', { list: [own] })
  await user.click(await screen.findByRole('button', { name: '退出' }))
  await screen.findByText('这台设备已经退出')
  await waitFor(() => expect(devices().getAllByRole('listitem')).toHaveLength(1))
})

test('shows five devices at first', async () => {
  answer('devices', { list: [own, ...Array.from({ length: 7 }, (_, index) => buildDevice({ id: `d-${index}` }))] })
  const { user } = openPage()
  await screen.findByText('8 台已登录')
  expect(devices().getAllByRole('listitem')).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: '显示全部 8 台' }))
  expect(devices().getAllByRole('listitem')).toHaveLength(8)
})

test('shows the error of devices that fail to load and keeps the rest of the page', async () => {
  answerStatus('devices', 503)
  const { user } = openPage()
  await screen.findByText('服务不可用')
  expect(screen.getByRole('link', { name: '注销账户' }).getAttribute('href')).toBe('/user/logout')
  answer('devices', { list: [own] })
  await user.click(devices().getByRole('button', { name: '重试' }))
  expect(await screen.findByText('1 台已登录')).toBeTruthy()
})

test('text size and theme can be changed', async () => {
  const { user } = openPage()
  await user.click(await screen.findByRole('button', { name: /字体与外观/ }))
  const sheet = within(await screen.findByRole('dialog', { name: '字体与外观' }))
  await user.click(sheet.getByRole('button', { name: '深色' }))
  expect(document.documentElement.getAttribute('data-theme')).toBe('dark')
})

test('clearing the cache lists what was cleared and keeps session and appearance', async () => {
  const { user, queryClient } = openPage()
  await screen.findByText('3 台已登录')
  localStorage.setItem('appearance', '{"theme":"dark","isElder":false}')
  sessionStorage.setItem('savedRoute', '{}')
  saveViewedCompany()
  useCachedViews.getState().add({ name: 'search' })
  queryClient.setQueryData(['left behind'], 1)
  await user.click(screen.getByRole('button', { name: '清除缓存' }))
  expect(
    await screen.findByText('已清除：打开过的页面与列表、可离线查看的 1 家企业。登录状态和显示设置未变。'),
  ).toBeTruthy()
  expect(recentCompanies.listSummaries()).toEqual([])
  expect(useCachedViews.getState().names).toEqual([])
  expect(queryClient.getQueryData(['left behind'])).toBeUndefined()
  expect(sessionStorage.getItem('savedRoute')).toBeNull()
  expect(localStorage.getItem('token')).toBe('token-1')
  expect(localStorage.getItem('appearance')).toContain('dark')
})

test('logging out confirms first and opens 我的, even when the server does not respond', async () => {
  breakNetwork('logout')
  const { user, arrivesAt, currentUrl } = openPage()
  await user.click(await screen.findByRole('button', { name: '退出登录' }))
  const question = within(await screen.findByRole('alertdialog', { name: '退出登录？' }))
  await user.click(question.getByRole('button', { name: '退出' }))
  await arrivesAt('/user')
  await screen.findByText('未登录')
  expect(localStorage.getItem('token')).toBeNull()
  expect(currentUrl()).toBe('/user')
})

test('a call of 我的 that is refused during the logout does not lead to Home', async () => {
  const logout = hold('logout', null)
  const { user, arrivesAt, currentUrl } = openPage()
  await user.click(await screen.findByRole('button', { name: '退出登录' }))
  const question = within(await screen.findByRole('alertdialog', { name: '退出登录？' }))
  refuse('userDetail', 403)
  const refused = refuse('historyCounts', 403)
  await user.click(question.getByRole('button', { name: '退出' }))
  await arrivesAt('/user')
  await waitFor(() => expect(refused.length).toBeGreaterThan(0))
  logout.release()
  await screen.findByText('未登录')
  expect(currentUrl()).toBe('/user')
})
