import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import './consent-sheet.tsx'
import '../../ui/sheet-dialog.tsx'
import { buildAgreement, buildAgreementList } from '../../../test/content-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, hold, refuse } from '../../../test/server.ts'

const newer = buildAgreementList({ agreementVersion: '2027-01-01' })
newer.list[1] = {
  type: 'privacy_policy',
  title: '百企查隐私政策',
  version: '2027-01-01',
  effectiveDate: '2027-01-01',
  changeSummary: '新增第三方名单',
}

beforeEach(() => {
  answerHome()
  answer('userDetail', buildUser())
  answer('agreementList', newer)
})

const updated = () => screen.findByRole('dialog', { name: '协议已更新' })
const choose = async (name: string) => within(await updated()).getByRole('button', { name })

test('shows on any page for a newer version, with the changes and links to the texts', async () => {
  logIn()
  renderApp('/user')
  const sheet = within(await updated())
  const links = sheet.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/user/user_protocol', '/user/privacy_policy', '/user/logout'])
  expect(sheet.getByText('更新内容：新增第三方名单')).toBeTruthy()
})

test('shows for an external login without consent', async () => {
  const arrived = buildUser({ agreementVersion: null, loginSource: 'partner' })
  answer('agreementList', buildAgreementList())
  answer('userDetail', arrived)
  logIn(arrived)
  renderApp('/home')
  const sheet = within(await screen.findByRole('dialog', { name: '请阅读并同意' }))
  expect(sheet.queryByText(/更新内容/)).toBeNull()
})

test('cannot be dismissed', async () => {
  logIn()
  const { user, goTo } = renderApp('/user')
  expect(within(await updated()).queryByRole('button', { name: '关闭' })).toBeNull()
  await user.keyboard('{Escape}')
  await goTo('/home')
  expect(await updated()).toBeTruthy()
})

test('同意并继续 accepts the version in force and closes the sheet', async () => {
  const calls = answer('agree', null)
  logIn()
  const { user } = renderApp('/user')
  const agree = await choose('同意并继续')
  answer('userDetail', buildUser({ agreementVersion: '2027-01-01' }))
  await user.click(agree)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map((call) => call.body)).toEqual([{ agreementVersion: '2027-01-01' }])
})

test('a version that changed meanwhile shows a message and the new version', async () => {
  refuse('agree', 4112, '协议已更新，请阅读后重新同意')
  logIn()
  const { user } = renderApp('/user')
  const agree = await choose('同意并继续')
  answer('agreementList', { ...newer, agreementVersion: '2027-02-01' })
  await user.click(agree)
  await screen.findByText('协议已更新，请阅读后重新同意')
  const calls = answer('agree', null)
  await user.click(await choose('同意并继续'))
  await waitFor(() => expect(calls.map((call) => call.body)).toEqual([{ agreementVersion: '2027-02-01' }]))
})

test('a failed request shows its error and keeps the sheet', async () => {
  answerStatus('agree', 503)
  logIn()
  const { user } = renderApp('/user')
  await user.click(await choose('同意并继续'))
  await screen.findByText('服务不可用')
  expect(await updated()).toBeTruthy()
})

test('不同意并退出 logs out and opens Home', async () => {
  answer('logout', null)
  logIn()
  const { user, arrivesAt } = renderApp('/user')
  await user.click(await choose('不同意并退出'))
  await arrivesAt('/home')
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('hides while the agreements are read and shows again afterwards', async () => {
  answer('agreement', buildAgreement())
  logIn()
  const { user, goTo } = renderApp('/user')
  await user.click(within(await updated()).getByRole('link', { name: /百企查用户协议/ }))
  await screen.findByText('总则的正文。')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await goTo(-1)
  expect(await updated()).toBeTruthy()
})

test('does not show when consent was given on another device', async () => {
  const { release } = hold('userDetail', buildUser({ agreementVersion: '2027-01-01' }))
  answer('recentBrowseDetail', [])
  logIn()
  renderApp('/companyList?tab=recent')
  await waitFor(() => expect(screen.getByRole('progressbar')).toBeTruthy())
  expect(screen.queryByRole('dialog')).toBeNull()
  release()
  await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('2027-01-01'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('does not show for visitors and users with current consent', async () => {
  const { unmount } = renderApp('/user')
  await screen.findByText('未登录')
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  answer('agreementList', buildAgreementList())
  logIn()
  renderApp('/user')
  await screen.findByRole('heading', { name: '138****0000' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('does not show when the agreements fail to load', async () => {
  answerStatus('agreementList', 503)
  logIn()
  renderApp('/user')
  await screen.findByRole('heading', { name: '138****0000' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
