import { historyRoutes } from '@baiqicha/contract/routes/history'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildAnswer } from '../../test/assistant-builders.ts'
import { answerHome } from '../../test/home-answers.ts'
import { logIn, openAddress } from '../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../test/server.ts'
import { callApi } from '../platform/api/client.ts'
import { logout } from '../platform/session/session-actions.ts'
import { startTicketLogin, USER_STATUS_EVENT, useSessionStore } from '../platform/session/session-store.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import '../features/assistant/assistant-pages.ts'
import '../features/login/login-page.tsx'

const ticket = 'Tk-0123456789_abcdefghijklmnopqrstuvwxyzABC'
const arrived = buildUser({ loginSource: 'partner' })
const exchange = { ...arrived, token: 'session-1', isFirstLogin: false, source: 'partner' }
const address = `/#/ai?token=${ticket}`
/** Toast of a started session. */
const notice = () => screen.findByText('已登录 138****0000')
const stored = () => Object.fromEntries(Object.entries(localStorage))

/** All stores that a page can write to, except the key of the ticket. */
function traces(): string {
  const { token: _token, ...others } = stored()
  return JSON.stringify([window.location.href, window.history.state, others, Object.entries(sessionStorage)])
}

/** Navigates in the running app, as a tap on a link to the same page does. */
const follow = (hash: string) =>
  act(async () => {
    window.location.hash = hash
    await new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))
  })

beforeEach(answerHome)

test.each([
  ['before the hash', `/?fr=wx01&token=${ticket}#/ai?a=1`, '/ai?a=1'],
  ['inside the hash', `/#/ai?token=${ticket}&a=1`, '/ai?a=1'],
  ['in both', `/?token=other#/ai?token=${ticket}`, '/ai'],
])('a ticket %s logs in and leaves no trace', async (_where, opened, place) => {
  const calls = answer('userDetail', exchange)
  const app = openAddress(opened)
  expect(window.location.href).not.toContain('token')
  await notice()
  expect(calls.map((call) => call.token)).toEqual([ticket])
  expect(app.currentUrl()).toBe(place)
  expect(stored()).toEqual({ token: 'session-1', userInfo: JSON.stringify(arrived) })
  expect(useSessionStore.getState()).toMatchObject({ loginType: 'external', loginSourceType: 'partner' })
  expect(traces()).not.toContain(ticket)
})

test('a ticket beside the key of a shared answer leaves neither in the address, and the answer opens by its key', async () => {
  answer('userDetail', exchange)
  const calls = answer('answerDetail', buildAnswer({ conversationId: null }))
  openAddress(`/#/ai/detail?id=a-1&token=${ticket}&key=shared-key`)
  await notice()
  expect(await screen.findByText(/当前有失信被执行人 1 条/)).toBeTruthy()
  expect(calls.map(({ query }) => query['key'])).toEqual(['shared-key'])
  expect(window.location.hash).toBe('#/ai/detail?id=a-1')
  expect(traces()).not.toMatch(/shared-key|Tk-0123/)
})

test('the response replaces first login and source of the URL', async () => {
  answer('userDetail', { ...exchange, isFirstLogin: true })
  openAddress(`${address}&source=somebody-else`)
  await notice()
  expect(stored()).toMatchObject({ isFirstLogin: 'true' })
  expect(useSessionStore.getState().loginSourceType).toBe('partner')
})

test('before the response, stores ticket, flag, source and provisional login data', async () => {
  const { release } = hold('userDetail', exchange)
  vi.useFakeTimers({ now: new Date('2026-11-22T08:00:00Z'), toFake: ['Date'] })
  openAddress(`${address}&isFirstLogin=true&source=partner`)
  expect(stored()).toEqual({
    token: ticket,
    isFirstLogin: 'true',
    userInfo: JSON.stringify({ loginType: 'external', loginSource: 'partner', loginTime: '2026-11-22T08:00:00.000Z' }),
  })
  release()
  await notice()
  expect(localStorage.getItem('isFirstLogin')).toBeNull()
})

test('dispatches the event when the ticket is stored and when the user is known', async () => {
  const announced: unknown[] = []
  const listen = (event: Event) => announced.push(event instanceof CustomEvent ? event.detail : null)
  window.addEventListener(USER_STATUS_EVENT, listen)
  answer('userDetail', exchange)
  openAddress(address)
  await notice()
  window.removeEventListener(USER_STATUS_EVENT, listen)
  expect(announced).toEqual([
    { userId: null, isLoggedIn: true },
    { userId: 'u-1', isLoggedIn: true },
  ])
})

test.each([
  ['no network', () => breakNetwork('userDetail')],
  ['a server in trouble', () => answerStatus('userDetail', 503)],
  ['a throttle', () => void refuse('userDetail', 429, '请 10 秒后重试')],
])('%s keeps the ticket, and the next call exchanges it first', async (_name, fail) => {
  fail()
  const app = openAddress(address)
  await waitFor(() => expect(globalThis.console.warn).toHaveBeenCalled())
  expect(localStorage.getItem('token')).toBe(ticket)
  expect(app.currentUrl()).toBe('/ai')

  const details = answer('userDetail', exchange)
  const histories = answer('searchHistory', { viewHistoryList: [] })
  await callApi(historyRoutes.searchHistory, { type: 'search' })
  expect(details.map((call) => call.token)).toEqual([ticket])
  expect(histories.map((call) => call.token)).toEqual(['session-1'])
})

test('sends no other call while the exchange fails, and fails each with the same reason', async () => {
  breakNetwork('userDetail')
  const histories = answer('searchHistory', { viewHistoryList: [] })
  openAddress(address)
  await expect(callApi(historyRoutes.searchHistory, { type: 'search' })).rejects.toMatchObject({
    failure: { type: 'network' },
  })
  expect(histories).toEqual([])
  expect(await screen.findByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
})

test('simultaneous calls exchange the ticket once', async () => {
  const details = answer('userDetail', exchange)
  const histories = answer('searchHistory', { viewHistoryList: [] })
  openAddress(address)
  await Promise.all(Array.from({ length: 5 }, () => callApi(historyRoutes.searchHistory, { type: 'search' })))
  expect(details.map((call) => call.token)).toEqual([ticket])
  expect(histories.map((call) => call.token)).toEqual(Array.from({ length: 5 }, () => 'session-1'))
})

test('exchanges a pending ticket after a reload before the first call', async () => {
  startTicketLogin(ticket, 'partner', false)
  const details = answer('userDetail', exchange)
  const latest = answer('recentRegisterList', [])
  openAddress('/#/home')
  await notice()
  await waitFor(() => expect(latest).toHaveLength(1))
  expect(details[0]?.token).toBe(ticket)
  expect(latest[0]?.token).toBe('session-1')
})

test.each([
  ['is refused', () => void refuse('userDetail', 403)],
  ['is refused by status', () => answerStatus('userDetail', 403)],
  ['was a session, not a ticket', () => void answer('userDetail', buildUser())],
])('a ticket that %s clears the session, opens login, and returns to the page afterwards', async (_name, prepare) => {
  prepare()
  const app = openAddress(`${address}&isFirstLogin=true`)
  await app.arrivesAt('/login')
  expect(stored()).toEqual({})
  expect(sessionStorage.getItem('savedRoute')).toContain('/ai')
  expect(traces()).not.toContain(ticket)
})

test.each(['', '%E4%BB%A4'])(
  'a ticket of %j shows 登录参数不完整, clears the session and opens login',
  async (token) => {
    const app = openAddress(`/#/ai?token=${token}&isFirstLogin=true`)
    await app.arrivesAt('/login')
    expect(await screen.findByText('登录参数不完整')).toBeTruthy()
    expect(stored()).toEqual({})
  },
)

test.each([ticket, ''])(
  'a logged-in user keeps the session; a ticket of %j is only removed from the URL',
  async (token) => {
    const details = answer('userDetail', buildUser())
    logIn(buildUser(), 'mine')
    const app = openAddress(`/#/ai?token=${token}&isFirstLogin=true&a=1`)
    await screen.findByRole('heading', { name: '百企查百言' })
    expect(app.currentUrl()).toBe('/ai?a=1')
    expect(stored()).toEqual({ token: 'mine', userInfo: JSON.stringify(buildUser()) })
    expect(details).toEqual([])
    expect(traces()).not.toContain(ticket)
  },
)

test('a link opened in the running app logs in too, and the router never sees its ticket', async () => {
  answer('userDetail', exchange)
  const app = openAddress('/#/ai')
  await screen.findByRole('heading', { name: '百企查百言' })
  const seen: string[] = []
  app.router.subscribe((state) => seen.push(state.location.search))
  await follow(`#/ai?token=${ticket}`)
  await notice()
  expect(app.currentUrl()).toBe('/ai')
  expect(seen.join()).not.toContain('token')
  expect(traces()).not.toContain(ticket)
})

test('ignores the last ticket used in this tab, also after a logout', async () => {
  const details = answer('userDetail', exchange)
  answer('logout', null)
  const app = openAddress(address)
  await notice()
  await act(logout)
  await follow(`#/ai?token=${ticket}`)
  await app.arrivesAt('/ai')
  expect(details).toHaveLength(1)
  expect(stored()).toEqual({})
})

test('its own link does not store a pending ticket again, and a newer ticket replaces it', async () => {
  breakNetwork('userDetail')
  const app = openAddress(address)
  await waitFor(() => expect(globalThis.console.warn).toHaveBeenCalled())
  const before = stored()
  await follow(`#/ai?token=${ticket}`)
  await app.arrivesAt('/ai')
  expect(stored()).toEqual(before)
  const details = answer('userDetail', exchange)
  await follow('#/ai?token=newer-ticket')
  await notice()
  expect(details.map((call) => call.token)).toEqual(['newer-ticket'])
})

test('a rejection does not end the session that another tab has stored meanwhile', async () => {
  const { release } = hold('userDetail', buildUser())
  const app = openAddress(address)
  await waitFor(() => expect(localStorage.getItem('token')).toBe(ticket))
  localStorage.setItem('token', 'from-other-tab')
  localStorage.setItem('userInfo', JSON.stringify(arrived))
  release()
  await waitFor(() => expect(useSessionStore.getState().token).toBe('from-other-tab'))
  expect(app.currentUrl()).toBe('/ai')
  expect(localStorage.getItem('token')).toBe('from-other-tab')
})

test('tabs exchange a ticket one after the other, and later ones adopt the session', async () => {
  const details = answer('userDetail', exchange)
  const request = vi.fn(async (_name: string, run: () => Promise<void>) => {
    localStorage.setItem('token', 'from-other-tab')
    localStorage.setItem('userInfo', JSON.stringify(arrived))
    await run()
  })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  openAddress(address)
  await waitFor(() => expect(useSessionStore.getState().token).toBe('from-other-tab'))
  expect(request).toHaveBeenCalledOnce()
  expect(details).toEqual([])
})
