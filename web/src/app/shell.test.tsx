import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
// Imported here, so that no test waits for a lazy import.
import '../ui/confirm-alert.tsx'
import { answerHome } from '../../test/home-answers.ts'
import { logIn, renderApp } from '../../test/render-app.tsx'
import { answer, buildUser, handle, refuse } from '../../test/server.ts'
import { useRouterHistory } from '../platform/navigation/router-history.ts'
import { confirmDialog } from '../ui/confirm-dialog.tsx'

beforeEach(() => {
  answerHome()
  answer('companySuggest', { list: [] })
})

const back = () => screen.findByRole('button', { name: '返回' })
const tab = (name: string) => within(screen.getByRole('navigation', { name: '主导航' })).getByRole('link', { name })

test('the tab bar links 首页 and 我的 and marks the current one', async () => {
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

test('a page that is no tab has no tab bar', async () => {
  renderApp('/phoneSearch')
  await screen.findByRole('heading', { name: /找商机.*还在建设/ })
  expect(screen.queryByRole('navigation', { name: '主导航' })).toBeNull()
})

test.each(['/user/about', '/peopleSearch', '/ai'])('%s shows 还在建设', async (path) => {
  renderApp(path)
  expect(await screen.findByRole('heading', { name: /还在建设/ })).toBeTruthy()
})

test('an unknown address shows a page that leads home', async () => {
  const { user, arrivesAt } = renderApp('/nowhere')
  await user.click(await screen.findByRole('button', { name: '回首页' }))
  await arrivesAt('/home')
})

test('back returns to the previous page', async () => {
  const { user, arrivesAt } = renderApp('/home')
  await user.click(await screen.findByRole('link', { name: /找商机/ }))
  await arrivesAt('/phoneSearch')
  await user.click(await back())
  await arrivesAt('/home')
})

test('back leads home when there is no previous page', async () => {
  const { user, arrivesAt, router } = renderApp('/phoneSearch')
  await user.click(await back())
  await arrivesAt('/home')
  expect(router.state.historyAction).toBe('REPLACE')
})

test('back on a shared page clears the share flag and goes home', async () => {
  const { user, arrivesAt, goTo } = renderApp('/user')
  await screen.findByText('未登录')
  await goTo('/phoneSearch?isShare=1')
  const button = await back()
  expect(sessionStorage.getItem('isShare')).toBe('1')
  await user.click(button)
  await arrivesAt('/home')
  expect(sessionStorage.getItem('isShare')).toBeNull()
})

test('an address without the share flag clears it', async () => {
  const { goTo } = renderApp('/phoneSearch?isShare=1')
  await back()
  expect(sessionStorage.getItem('isShare')).toBe('1')
  await goTo('/phoneSearch')
  await waitFor(() => expect(sessionStorage.getItem('isShare')).toBeNull())
})

test('a cached page keeps its state and its query while another page shows', async () => {
  logIn()
  const { user, goTo, arrivesAt } = renderApp('/home')
  await user.type(await screen.findByRole('searchbox'), '未完')
  await goTo('/search?keyword=abc')
  const field = await screen.findByDisplayValue('abc')
  await goTo('/phoneSearch?keyword=other')
  await back()
  expect(field.isConnected).toBe(true)
  expect(field).toHaveProperty('value', 'abc')
  await goTo(-1)
  await arrivesAt('/search?keyword=abc')
  expect(screen.getByDisplayValue('abc')).toBe(field)
  await goTo('/home')
  expect(screen.getByDisplayValue('未完')).toBeTruthy()
})

test('a page that is not cached loses its state', async () => {
  const { goTo } = renderApp('/login')
  const field = await screen.findByLabelText('手机号')
  await goTo('/phoneSearch')
  await waitFor(() => expect(field.isConnected).toBe(false))
})

test('push and replace scroll to the top, back restores the position of a cached page, keepScroll keeps it', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const last = () => scrollTo.mock.calls.at(-1)
  const { goTo, router } = renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  act(() => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(640)
    window.dispatchEvent(new Event('scroll'))
  })
  await goTo('/phoneSearch')
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

test('a navigation answers an open dialog with no', async () => {
  const { goTo } = renderApp('/home')
  await screen.findByText('云岚演示软件有限公司')
  const answered = confirmDialog({ title: '删除？', confirm: '删除', danger: true })
  await screen.findByRole('alertdialog', { name: '删除？' })
  await goTo('/phoneSearch')
  expect(await answered).toBe(false)
})

test('an ended session leads home without a toast, after at most two calls of a route', async () => {
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

test('a refused user whom the server still returns is sent to login, and the page is saved for the return', async () => {
  refuse('companySearch', 403)
  answer('coverage', { companies: 0, sources: [] })
  answer('filterOptions', { regions: [], industries: [] })
  answer('saveSearchHistory', null)
  answer('userDetail', buildUser())
  logIn()
  const { arrivesAt } = renderApp('/search/result?keyword=byd')
  await arrivesAt('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(sessionStorage.getItem('savedRoute')).toContain('byd')
})
