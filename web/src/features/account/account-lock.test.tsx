import { resultCode } from '@baiqicha/contract/result-codes'
import { LOCKED_HEADER } from '@baiqicha/contract/routes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import './account-dialog.tsx'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, buildUser, handle } from '../../../test/server.ts'

const locked = buildUser({ lock: { reason: '演示：批量抓取', endAt: '2026-11-30T16:00:00.000Z' } })

// A busy machine may not reach the animation frame with which a dialog disappears.
vi.stubGlobal('BASE_UI_ANIMATIONS_DISABLED', true)

beforeEach(() => {
  answerHome()
  answer('userDetail', locked)
})

const dialog = () => screen.findByRole('alertdialog', { name: '账户已停用' })

test('a locked account reads the reason and the last day on every page, until it logs out', async () => {
  answer('logout', null)
  logIn(locked)
  const { user, goTo, arrivesAt } = renderApp('/user')
  const text = (await dialog()).textContent?.replaceAll('\u2060', '')
  expect(text).toContain('原因：演示：批量抓取。停用至 2026-11-30')
  await user.keyboard('{Escape}')
  await goTo('/home')
  await user.click(within(await dialog()).getByRole('button', { name: '退出登录' }))
  await arrivesAt('/home')
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
})

test('a locked account can export its data and deactivate', async () => {
  answer('wechatLink', { isLinked: false })
  answer('careerIndustryList', { careerList: [], industryList: [], careerLimit: 1, industryLimit: 1 })
  logIn(locked)
  const { user, arrivesAt } = renderApp('/user')
  await user.click(within(await dialog()).getByRole('button', { name: '导出或注销' }))
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
  await dialog()
})

test('the dialog disappears when the lock has ended', async () => {
  answer('userDetail', buildUser())
  logIn(locked)
  renderApp('/user')
  await screen.findByRole('heading', { name: '138****0000' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
