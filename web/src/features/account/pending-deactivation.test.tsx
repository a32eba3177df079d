import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import './account-dialog.tsx'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser } from '../../../test/server.ts'

const pending = buildUser({ eraseAt: new Date(2026, 10, 29, 12).toISOString() })

beforeEach(() => {
  answerHome()
  answer('userDetail', pending)
})

const dialog = () => screen.findByRole('alertdialog', { name: '您的账户正在注销中' })
const choose = async (name: string) => within(await dialog()).getByRole('button', { name })

test.each(['/home', '/user', '/companyList', '/user/user_protocol'])(
  'shows the dialog with its date on %s',
  async (address) => {
    answer('recentRegisterDetail', [])
    answerStatus('agreement', 503)
    logIn(pending)
    renderApp(address)
    expect((await dialog()).textContent).toContain('账号将于 2026-11-29 删除')
  },
)

test('the dialog stays on Esc and on every page until a button is pressed', async () => {
  logIn(pending)
  const { user, goTo } = renderApp('/user')
  await dialog()
  await user.keyboard('{Escape}')
  await goTo('/home')
  expect(await dialog()).toBeTruthy()
})

test('撤销注销 keeps the account and closes the dialog', async () => {
  const calls = answer('revokeDeactivation', null)
  const requests = answer('userDetail', pending)
  logIn(pending)
  const { user } = renderApp('/user')
  const revoke = await choose('撤销注销')
  await waitFor(() => expect(requests).toHaveLength(1))
  answer('userDetail', buildUser())
  await user.click(revoke)
  await screen.findByText('已撤销注销')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toHaveLength(1)
  expect(localStorage.getItem('token')).toBe('token-1')
})

test('a failed revocation shows its error and keeps the dialog', async () => {
  answerStatus('revokeDeactivation', 503)
  logIn(pending)
  const { user } = renderApp('/user')
  await user.click(await choose('撤销注销'))
  await screen.findByText('服务不可用')
  expect(await dialog()).toBeTruthy()
})

test('继续注销 logs out and opens Home', async () => {
  const calls = answer('logout', null)
  logIn(pending)
  const { user, arrivesAt } = renderApp('/user')
  await user.click(await choose('继续注销'))
  await arrivesAt('/home')
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toHaveLength(1)
})

test('users without a pending deactivation see no dialog', async () => {
  answer('userDetail', buildUser())
  logIn(buildUser())
  renderApp('/user')
  await screen.findByRole('heading', { name: '138****0000' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
