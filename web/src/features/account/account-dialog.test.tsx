import { resultCode } from '@baiqicha/contract/result-codes'
import { LOCKED_HEADER } from '@baiqicha/contract/routes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, handle } from '../../../test/server.ts'
// Imported here, so that loading does not count against a test's timeout.
import './account-dialog.tsx'

// A busy machine may not reach the animation frame with which a dialog disappears.
vi.stubGlobal('BASE_UI_ANIMATIONS_DISABLED', true)

const deactivationDialog = () => screen.findByRole('alertdialog', { name: '您的账户正在注销中' })

const choose = async (name: string) => within(await deactivationDialog()).getByRole('button', { name })

describe('an account that is being deactivated', () => {
  const pending = buildUser({ eraseAt: new Date(2026, 10, 29, 12).toISOString() })

  beforeEach(() => {
    answerHome()
    answer('userDetail', pending)
  })

  test.each(['/home', '/user', '/companyList', '/user/user_protocol'])(
    'shows the dialog with its date on %s',
    async (address) => {
      answer('recentRegisterDetail', [])
      answerStatus('agreement', 503)
      logIn(pending)
      renderApp(address)
      expect((await deactivationDialog()).textContent).toContain('账号将于 2026-11-29 删除')
    },
  )

  test('the dialog stays on Esc and on every page until a button is pressed', async () => {
    logIn(pending)
    const { user, goTo } = renderApp('/user')
    await deactivationDialog()
    await user.keyboard('{Escape}')
    await goTo('/home')
    expect(await deactivationDialog()).toBeTruthy()
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
    expect(await deactivationDialog()).toBeTruthy()
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
})

const lockDialog = () => screen.findByRole('alertdialog', { name: '账户已停用' })

describe('a locked account', () => {
  const locked = buildUser({ lock: { reason: '演示：批量抓取', endAt: '2026-11-30T16:00:00.000Z' } })

  beforeEach(() => {
    answerHome()
    answer('userDetail', locked)
  })

  test('a locked account reads the reason and the last day on every page, until it logs out', async () => {
    answer('logout', null)
    logIn(locked)
    const { user, goTo, arrivesAt } = renderApp('/user')
    const text = (await lockDialog()).textContent?.replaceAll('\u2060', '')
    expect(text).toContain('原因：演示：批量抓取。停用至 2026-11-30')
    await user.keyboard('{Escape}')
    await goTo('/home')
    await user.click(within(await lockDialog()).getByRole('button', { name: '退出登录' }))
    await arrivesAt('/home')
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  })

  test('a locked account can export its data and deactivate', async () => {
    answer('wechatLink', { isLinked: false })
    answer('careerIndustryList', { careerList: [], industryList: [], careerLimit: 1, industryLimit: 1 })
    logIn(locked)
    const { user, arrivesAt } = renderApp('/user')
    await user.click(within(await lockDialog()).getByRole('button', { name: '导出或注销' }))
    await arrivesAt('/user/info')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await screen.findByRole('button', { name: /导出/ })
  })

  test('an account that is locked while a page is open reads the reason at the next answer', async () => {
    const message = '账户已停用至 2026-11-30：演示'
    handle('recentBrowseDetail', () =>
      HttpResponse.json({ code: resultCode.accountLocked, message, data: null }, { headers: { [LOCKED_HEADER]: '1' } }),
    )
    logIn(buildUser())
    renderApp('/companyList?tab=recent')
    await screen.findByText(message)
    await lockDialog()
  })

  test('the dialog disappears when the lock has ended', async () => {
    answer('userDetail', buildUser())
    logIn(locked)
    renderApp('/user')
    await screen.findByRole('heading', { name: '138****0000' })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})
