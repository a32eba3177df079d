import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Loaded before the clock of a test runs.
import './consent-sheet.tsx'
import '../../ui/sheet-dialog.tsx'
import { buildAgreement, buildAgreementList } from '../../../test/agreement-builders.ts'
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

test('a newer version is asked for on any page, with what changed and the ways to read it', async () => {
  logIn()
  renderApp('/user')
  const sheet = within(await updated())
  const links = sheet.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/user/user_protocol', '/user/privacy_policy', '/user/logout'])
  expect(sheet.getByText('更新内容：新增第三方名单')).toBeTruthy()
})

test('someone who arrived from outside and never agreed is asked to read and agree', async () => {
  const arrived = buildUser({ agreementVersion: null, loginSource: 'partner' })
  answer('agreementList', buildAgreementList())
  answer('userDetail', arrived)
  logIn(arrived)
  renderApp('/home')
  const sheet = within(await screen.findByRole('dialog', { name: '请阅读并同意' }))
  expect(sheet.queryByText(/更新内容/)).toBeNull()
})

test('it cannot be passed by', async () => {
  logIn()
  const { user, goTo } = renderApp('/user')
  expect(within(await updated()).queryByRole('button', { name: '关闭' })).toBeNull()
  await user.keyboard('{Escape}')
  await goTo('/home')
  expect(await updated()).toBeTruthy()
})

test('同意并继续 agrees to the version in force and closes', async () => {
  const calls = answer('agree', null)
  logIn()
  const { user } = renderApp('/user')
  const agree = await choose('同意并继续')
  answer('userDetail', buildUser({ agreementVersion: '2027-01-01' }))
  await user.click(agree)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map((call) => call.body)).toEqual([{ agreementVersion: '2027-01-01' }])
})

test('a version that changed meanwhile is told and asked for anew', async () => {
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

test('consent that could not be saved says so, and the sheet stays', async () => {
  answerStatus('agree', 503)
  logIn()
  const { user } = renderApp('/user')
  await user.click(await choose('同意并继续'))
  await screen.findByText('服务不可用')
  expect(await updated()).toBeTruthy()
})

test('不同意并退出 logs out, at home', async () => {
  answer('logout', null)
  logIn()
  const { user, arrivesAt } = renderApp('/user')
  await user.click(await choose('不同意并退出'))
  await arrivesAt('/home')
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('it steps aside while the agreements are read, and comes back after', async () => {
  answer('agreement', buildAgreement())
  logIn()
  const { user, goTo } = renderApp('/user')
  await user.click(within(await updated()).getByRole('link', { name: /百企查用户协议/ }))
  await screen.findByText('总则的正文。')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await goTo(-1)
  expect(await updated()).toBeTruthy()
})

test('a consent given elsewhere is found before anything shows', async () => {
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

test('visitors and those who agreed are not asked', async () => {
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

test('agreements that cannot be read ask nothing', async () => {
  answerStatus('agreementList', 503)
  logIn()
  renderApp('/user')
  await screen.findByRole('heading', { name: '138****0000' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
