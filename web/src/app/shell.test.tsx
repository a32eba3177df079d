import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
// Imported here, so that loading does not count against a test's timeout.
import '../ui/confirm-alert.tsx'
import { answerHome, latestCompanies } from '../../test/home-answers.ts'
import { logIn, renderApp } from '../../test/render-app.tsx'
import { answer, breakNetwork, buildUser, handle, refuse } from '../../test/server.ts'
import { useRouterHistory } from '../platform/navigation/use-go-back.ts'
import { confirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toast.tsx'

beforeEach(() => {
  answerHome()
  answer('companySuggest', { list: [] })
})

const back = () => screen.findByRole('button', { name: '返回' })
const tab = (name: string) => within(screen.getByRole('navigation', { name: '主导航' })).getByRole('link', { name })

test('the tab bar switches between 首页 and 我的 and marks the current one', async () => {
  const { user, arrivesAt } = renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  expect(tab('首页').getAttribute('aria-current')).toBe('page')
  await user.click(tab('我的'))
  await arrivesAt('/user')
  expect(await screen.findByText('未登录')).toBeTruthy()
  expect(tab('我的').getAttribute('aria-current')).toBe('page')
})

test('/tools shows the page of /user under its own title', async () => {
  renderApp('/tools')
  expect(await screen.findByText('未登录')).toBeTruthy()
  expect(document.title).toBe('工具 - 百企查')
})

test('pages outside the shell have no tab bar', async () => {
  renderApp('/ai')
  await screen.findByRole('heading', { name: '百企查百言' })
  expect(screen.queryByRole('navigation', { name: '主导航' })).toBeNull()
})

test('an unknown URL shows a message and a link to Home', async () => {
  const { user, arrivesAt } = renderApp('/nowhere')
  await user.click(await screen.findByRole('button', { name: '返回首页' }))
  await arrivesAt('/home')
})

test('back goes to the previous page', async () => {
  logIn()
  const { user, arrivesAt } = renderApp('/home')
  await user.click(await screen.findByRole('button', { name: '百言助手' }))
  await arrivesAt('/ai')
  await user.click(await back())
  await arrivesAt('/home')
})

test('back leads to 我的 from a page that was opened there, not Home', async () => {
  const { user, arrivesAt, goTo } = renderApp('/user')
  await screen.findByText('未登录')
  await goTo('/ai')
  await user.click(await back())
  await arrivesAt('/user')
})

test('back opens Home without a previous page', async () => {
  const { user, arrivesAt, router } = renderApp('/ai')
  await user.click(await back())
  await arrivesAt('/home')
  expect(router.state.historyAction).toBe('REPLACE')
})

test('back on a shared page clears the share flag and opens Home', async () => {
  const { user, arrivesAt, goTo } = renderApp('/user')
  await screen.findByText('未登录')
  await goTo('/ai?isShare=1')
  const button = await back()
  expect(sessionStorage.getItem('isShare')).toBe('1')
  await user.click(button)
  await arrivesAt('/home')
  expect(sessionStorage.getItem('isShare')).toBeNull()
})

test('a URL without the share flag clears it', async () => {
  const { goTo } = renderApp('/ai?isShare=1')
  await back()
  expect(sessionStorage.getItem('isShare')).toBe('1')
  await goTo('/ai')
  await waitFor(() => expect(sessionStorage.getItem('isShare')).toBeNull())
})

test('a cached page keeps its state and query, and runs no effects for other pages', async () => {
  logIn()
  const { user, goTo, arrivesAt } = renderApp('/home')
  await user.type(await screen.findByRole('searchbox'), '未完')
  await goTo('/search?keyword=abc')
  const field = await screen.findByDisplayValue('abc')
  await goTo('/ai?keyword=other')
  await back()
  expect(field.isConnected).toBe(true)
  expect(field).toHaveProperty('value', 'abc')
  await goTo(-1)
  await arrivesAt('/search?keyword=abc')
  expect(screen.getByDisplayValue('abc')).toBe(field)
  await goTo('/home')
  expect(screen.getByDisplayValue('未完')).toBeTruthy()
})

test('a page that is not cached starts fresh', async () => {
  const { goTo } = renderApp('/login')
  const field = await screen.findByLabelText('手机号')
  await goTo('/ai')
  await waitFor(() => expect(field.isConnected).toBe(false))
})

test('push and replace scroll to the top, back restores the position, keepScroll keeps it', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const last = () => scrollTo.mock.calls.at(-1)
  const { goTo, router } = renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(640)
  await goTo('/ai')
  await back()
  expect(last()).toEqual([0, 0])
  await goTo(-1)
  await waitFor(() => expect(last()).toEqual([0, 640]))
  await goTo('/home?again=1', { replace: true })
  await waitFor(() => expect(last()).toEqual([0, 0]))
  const calls = scrollTo.mock.calls.length
  await goTo('/home?again=2', { replace: true, state: { keepScroll: true } })
  await waitFor(() => expect(useRouterHistory.getState().entries.at(-1)).toBe(router.state.location.key))
  expect(scrollTo.mock.calls).toHaveLength(calls)
})

test('a navigation resolves an open confirmation to false', async () => {
  const { goTo } = renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  const answered = confirmDialog({ title: '删除？', confirm: '删除', danger: true })
  await screen.findByRole('alertdialog', { name: '删除？' })
  await goTo('/ai')
  expect(await answered).toBe(false)
})

test('an expired session opens Home without a toast, after few calls', async () => {
  let calls = 0
  for (const key of ['recentBrowseList', 'searchHistory', 'userDetail'] as const) {
    refuse(key, 403)
  }
  handle('companySuggest', () => {
    calls += 1
    return Response.json({ code: 403, message: '未登录', data: null })
  })
  logIn()
  const { arrivesAt } = renderApp('/search?keyword=abc')
  await arrivesAt('/home')
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  expect(await screen.findByRole('button', { name: '登录/注册' })).toBeTruthy()
  expect(screen.queryByText('未登录')).toBeNull()
  expect(calls).toBeLessThanOrEqual(2)
})

test('a user whom the server still knows goes to login and returns', async () => {
  refuse('companySearch', 403)
  answer('coverage', { companies: 0, groups: [] })
  answer('saveSearchHistory', null)
  answer('userDetail', buildUser())
  logIn()
  const { arrivesAt } = renderApp('/search/result?keyword=byd')
  await arrivesAt('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(sessionStorage.getItem('savedRoute')).toContain('byd')
})

/** Reports to the app that the connection was lost, or is back. */
const setOnline = (isOnline: boolean) =>
  act(() => {
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })

test('a list that failed loads by itself when the connection returns, and a loaded one is not requested again', async () => {
  breakNetwork('recentRegisterList')
  renderApp('/home')
  await screen.findByRole('button', { name: '重试' })
  const lists = answer('recentRegisterList', latestCompanies)
  setOnline(false)
  setOnline(true)
  expect(await screen.findByText('云岚演示软件有限公司')).toBeTruthy()
  setOnline(false)
  setOnline(true)
  expect(lists).toHaveLength(1)
})

test('a navigation removes a toast, except one that is for the next page', async () => {
  const { goTo } = renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  act(() => showToast('已复制'))
  await goTo('/ai')
  expect(screen.queryByText('已复制')).toBeNull()
  act(() => showToast('密码已重置，请用新密码登录', { isForNextPage: true }))
  await goTo('/home')
  expect(screen.getByText('密码已重置，请用新密码登录')).toBeTruthy()
  await goTo('/ai')
  expect(screen.queryByText('密码已重置，请用新密码登录')).toBeNull()
})
