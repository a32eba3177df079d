import type { LoginAnswer } from '@baiqicha/contract/account'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../../test/server.ts'
import { connectApi } from '../api/client.ts'
import { type Credentials, deactivate, logIn, register } from './account-actions.ts'
import { logout, readLoginFormData, reloadUserInfo } from './session-actions.ts'
import {
  clearFirstLogin,
  clearSession,
  followOtherTabs,
  isLoggedIn,
  onSessionEnd,
  readToken,
  readUnspentTicket,
  startSession,
  startTicketLogin,
  USER_STATUS_EVENT,
  useSessionStore,
} from './session-store.ts'

const device = { deviceType: 'web', deviceId: 'd-1', fr: 'wx01' } as const
const mobile = `138${'0'.repeat(8)}`
const agreementVersion = '2026-11-22'
const byCode: Credentials = { loginType: 'sms', input: { mobile, smsCode: '123456', agreementVersion, ...device } }
const byPassword: Credentials = {
  loginType: 'password',
  input: { mobile, password: 'lan-shan-42', agreementVersion, ...device },
}
const registration = { mobile, smsCode: '123456', password: 'lan-shan-42', agreementVersion, ...device }
const loginAnswer = (overrides: Partial<LoginAnswer> = {}): LoginAnswer => ({
  token: 't-1',
  isFirstLogin: false,
  userDetail: buildUser(),
  ...overrides,
})

const announced: unknown[] = []
const listen = (event: Event) => announced.push(event instanceof CustomEvent ? event.detail : null)

/** All values of local storage. */
const stored = () => Object.fromEntries(Object.entries(localStorage))
const formData = (loginType: string) => JSON.stringify({ loginType, agreementVersion, mobileMasked: '138****0000' })

beforeEach(() => {
  announced.length = 0
  window.addEventListener(USER_STATUS_EVENT, listen)
  connectApi({
    readToken,
    exchangePendingTicket: async () => {},
    showFailure: () => {},
    onNoSession: () => {},
    onLocked: () => {},
  })
})
afterEach(() => window.removeEventListener(USER_STATUS_EVENT, listen))

/** Keys and raw values of SPEC §3 after each action. */
test.each<[string, () => Promise<unknown>, Record<string, string>]>([
  [
    'login by code',
    async () => {
      answer('loginBySmsCode', loginAnswer({ isFirstLogin: true }))
      await logIn(byCode)
    },
    {
      token: 't-1',
      isFirstLogin: 'true',
      userInfo: JSON.stringify(buildUser()),
      login_form_data: formData('sms'),
    },
  ],
  [
    'login by password',
    async () => {
      answer('loginByPassword', loginAnswer())
      await logIn(byPassword)
    },
    { token: 't-1', userInfo: JSON.stringify(buildUser()), login_form_data: formData('password') },
  ],
  [
    'register',
    async () => {
      answer('register', loginAnswer({ isFirstLogin: true }))
      await register(registration)
    },
    {
      token: 't-1',
      isFirstLogin: 'true',
      userInfo: JSON.stringify(buildUser()),
      login_form_data: formData('sms'),
    },
  ],
  [
    'logout',
    async () => {
      answer('loginBySmsCode', loginAnswer({ isFirstLogin: true }))
      answer('logout', null)
      await logIn(byCode)
      await logout()
    },
    {},
  ],
  [
    'deactivation',
    async () => {
      answer('loginBySmsCode', loginAnswer({ isFirstLogin: true }))
      answer('deactivate', null)
      await logIn(byCode)
      await deactivate('123456')
    },
    { login_form_data: formData('sms') },
  ],
  [
    'a failed login over a session',
    async () => {
      answer('loginBySmsCode', loginAnswer({ isFirstLogin: true }))
      await logIn(byCode)
      refuse('loginByPassword', 4107, '账号或密码错误')
      await logIn(byPassword).catch(() => {})
    },
    { login_form_data: formData('sms') },
  ],
])('after %s local storage holds exactly what the specification says', async (_name, act, values) => {
  await act()
  expect(stored()).toEqual(values)
})

test.each([
  ['sms', byCode, 'loginBySmsCode'],
  ['password', byPassword, 'loginByPassword'],
] as const)(
  'login by %s calls its own route, stores the session and dispatches the event',
  async (loginType, credentials, route) => {
    const calls = answer(route, loginAnswer())
    expect(await logIn(credentials)).toBe('t-1')
    expect(calls.map((call) => call.body)).toEqual([credentials.input])
    expect(useSessionStore.getState()).toMatchObject({ loginType, loginSourceType: 'internal', isFirstLogin: false })
    expect(announced).toEqual([{ userId: 'u-1', isLoggedIn: true }])
  },
)

test('after an external login, login returns its token without a request', async () => {
  startSession('t-ext', buildUser({ loginSource: 'partner' }), { loginType: 'external' })
  expect(await logIn(byCode)).toBe('t-ext')
})

test.each([
  ['an answer without a token', () => answer('loginBySmsCode', loginAnswer({ token: '' })), '登录失败：未获取到token'],
  ['a wrong code', () => refuse('loginBySmsCode', 4103, '验证码不正确'), '验证码不正确'],
  ['no network', () => breakNetwork('loginBySmsCode'), 'network'],
  ['a server in trouble', () => answerStatus('loginBySmsCode', 503), 'http'],
])('%s fails the login and starts no session', async (_name, prepare, message) => {
  startSession('old', buildUser(), { isFirstLogin: true })
  prepare()
  await expect(logIn(byCode)).rejects.toThrow(message)
  expect(stored()).toEqual({})
  expect(isLoggedIn()).toBe(false)
  expect(announced.at(-1)).toEqual({ userId: null, isLoggedIn: false })
})

test('registration without a token in the response shows 注册失败', async () => {
  answer('register', loginAnswer({ token: '' }))
  await expect(register(registration)).rejects.toThrow('注册失败')
  expect(isLoggedIn()).toBe(false)
})

test('registration stores the session and dispatches the event', async () => {
  const calls = answer('register', loginAnswer())
  await register(registration)
  expect(calls[0]?.body).toEqual(registration)
  expect(announced).toEqual([{ userId: 'u-1', isLoggedIn: true }])
})

test('reloading the user info stores it and dispatches the event', async () => {
  startSession('t-1', buildUser())
  answer('userDetail', buildUser({ nickname: '演示' }))
  await reloadUserInfo()
  expect(localStorage.getItem('userInfo')).toContain('演示')
  expect(announced).toHaveLength(2)
})

test('ignores user info that arrives after the end of the session', async () => {
  startSession('t-1', buildUser())
  const { release } = hold('userDetail', buildUser())
  const reload = reloadUserInfo()
  clearSession()
  release()
  await reload
  expect(stored()).toEqual({})
})

test.each([
  ['logout', logout, 'logout was not confirmed: http'],
  ['deactivate', () => deactivate('123456'), 'deactivation was not confirmed: http'],
] as const)('%s ends the local session when the request fails, and logs the failure', async (route, act, line) => {
  startSession('t-1', buildUser({ loginSource: 'partner' }), { loginType: 'external', isFirstLogin: true })
  sessionStorage.setItem('savedRoute', 'x')
  answerStatus(route, 500)
  await act()
  expect(stored()).toEqual({})
  expect(sessionStorage.length).toBe(0)
  expect(useSessionStore.getState()).toMatchObject({ token: null, userInfo: null, loginType: 'sms' })
  expect(globalThis.console.warn).toHaveBeenCalledWith(line)
  expect(announced.at(-1)).toEqual({ userId: null, isLoggedIn: false })
})

test('a deactivation resolves to whether the server confirmed it', async () => {
  startSession('t-1', buildUser())
  answer('deactivate', null)
  expect(await deactivate('123456')).toBe(true)
  startSession('t-2', buildUser())
  breakNetwork('deactivate')
  expect(await deactivate('123456')).toBe(false)
})

test('a wrong code for a deactivation is thrown and keeps the session', async () => {
  startSession('t-1', buildUser())
  refuse('deactivate', 4103, '验证码不正确')
  await expect(deactivate('000000')).rejects.toThrow('验证码不正确')
  expect(readToken()).toBe('t-1')
})

test('the flag of a first login can be read once', () => {
  startSession('t-1', buildUser(), { isFirstLogin: true })
  expect(useSessionStore.getState().isFirstLogin).toBe(true)
  clearFirstLogin()
  expect([useSessionStore.getState().isFirstLogin, localStorage.getItem('isFirstLogin')]).toEqual([false, null])
})

test('window.isVip follows the session, and is false for a visitor', () => {
  startSession('t-1', buildUser({ isVip: true }))
  expect(window.isVip).toBe(true)
  startSession('t-2', buildUser())
  expect(window.isVip).toBe(false)
  startSession('t-1', buildUser({ isVip: true }))
  clearSession()
  expect(window.isVip).toBe(false)
})

test('other tabs follow a login, a first login, a new member and a logout', () => {
  onTestFinished(followOtherTabs())
  localStorage.setItem('token', 't-2')
  localStorage.setItem('isFirstLogin', 'true')
  localStorage.setItem('userInfo', JSON.stringify(buildUser({ userId: 'u-2' })))
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect([readToken(), useSessionStore.getState().isFirstLogin, window.isVip]).toEqual(['t-2', true, false])
  localStorage.setItem('userInfo', JSON.stringify(buildUser({ userId: 'u-2', isVip: true })))
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  expect(window.isVip).toBe(true)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect([isLoggedIn(), window.isVip]).toEqual([false, false])
})

test('login data instead of user info marks a pending ticket', () => {
  onTestFinished(followOtherTabs())
  const info = { loginType: 'external', loginSource: 'partner', loginTime: '2026-11-22T08:00:00.000Z' }
  localStorage.setItem('token', 'ticket')
  localStorage.setItem('userInfo', JSON.stringify(info))
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  expect(readUnspentTicket()).toBe('ticket')
  expect(useSessionStore.getState()).toMatchObject({
    userInfo: null,
    loginType: 'external',
    loginSourceType: 'partner',
  })
})

test('changes of unrelated storage keys by another tab have no effect', () => {
  onTestFinished(followOtherTabs())
  localStorage.setItem('token', 't-2')
  window.dispatchEvent(new StorageEvent('storage', { key: 'appearance' }))
  expect(isLoggedIn()).toBe(false)
})

test('reports the end of a session once, but neither its start nor changes of a ticket', () => {
  const onEnd = vi.fn()
  onTestFinished(onSessionEnd(onEnd))
  startTicketLogin('ticket', 'partner', false)
  startSession('t-1', buildUser())
  expect(onEnd).not.toHaveBeenCalled()
  startSession('t-2', buildUser({ userId: 'u-2' }))
  expect(onEnd).toHaveBeenCalledTimes(1)
  clearSession()
  clearSession()
  expect(onEnd).toHaveBeenCalledTimes(2)
})

test.each(['{', '{"loginType":"external"}', `{"loginType":"sms","agreementVersion":"1","mobileMasked":"${mobile}"}`])(
  'ignores invalid data of the last login: %s',
  (text) => {
    localStorage.setItem('login_form_data', text)
    expect(readLoginFormData()).toBeNull()
  },
)
