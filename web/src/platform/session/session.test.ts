import type { LoginAnswer } from '@baiqicha/contract/account'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, answerStatus, breakNetwork, buildUser, hold, refuse } from '../../../test/server.ts'
import { connectApi } from '../api/client.ts'
import { type Credentials, deactivate, logIn, register } from './account-actions.ts'
import { clearFirstLogin, readFirstLogin } from './first-login.ts'
import { readLoginFormData } from './login-form-data.ts'
import { logout, reloadUserInfo } from './session-actions.ts'
import {
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

/** Everything local storage holds, as it stands there. */
const stored = () => Object.fromEntries(Object.entries(localStorage))
const formData = (loginType: string) => JSON.stringify({ loginType, agreementVersion, mobileMasked: '138****0000' })

beforeEach(() => {
  announced.length = 0
  window.addEventListener(USER_STATUS_EVENT, listen)
  connectApi({ readToken, settleTicket: async () => {}, showFailure: () => {}, onNoSession: () => {} })
})
afterEach(() => window.removeEventListener(USER_STATUS_EVENT, listen))

/** The keys and raw values SPEC §3 names, after each thing that can happen. External arrival: receive-arrival.test.ts. */
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
] as const)('login by %s calls its own route, keeps the session and says so', async (loginType, credentials, route) => {
  const calls = answer(route, loginAnswer())
  expect(await logIn(credentials)).toBe('t-1')
  expect(calls.map((call) => call.body)).toEqual([credentials.input])
  expect(useSessionStore.getState()).toMatchObject({ loginType, loginSourceType: 'internal', isFirstLogin: false })
  expect(announced).toEqual([{ userId: 'u-1', isLoggedIn: true }])
})

test('with an external session login gives its token and calls nothing', async () => {
  startSession('t-ext', buildUser({ loginSource: 'partner' }), { loginType: 'external' })
  expect(await logIn(byCode)).toBe('t-ext')
})

test.each([
  ['an answer without a token', () => answer('loginBySmsCode', loginAnswer({ token: '' })), '登录失败：未获取到token'],
  ['a wrong code', () => refuse('loginBySmsCode', 4103, '验证码不正确'), '验证码不正确'],
  ['no network', () => breakNetwork('loginBySmsCode'), 'network'],
  ['a server in trouble', () => answerStatus('loginBySmsCode', 503), 'http'],
])('%s fails the login and leaves nobody logged in', async (_name, prepare, message) => {
  startSession('old', buildUser(), { isFirstLogin: true })
  prepare()
  await expect(logIn(byCode)).rejects.toThrow(message)
  expect(stored()).toEqual({})
  expect(isLoggedIn()).toBe(false)
  expect(announced.at(-1)).toEqual({ userId: null, isLoggedIn: false })
})

test('registering without a token in the answer says 注册失败', async () => {
  answer('register', loginAnswer({ token: '' }))
  await expect(register(registration)).rejects.toThrow('注册失败')
  expect(isLoggedIn()).toBe(false)
})

test('registering keeps the session and says so', async () => {
  const calls = answer('register', loginAnswer())
  await register(registration)
  expect(calls[0]?.body).toEqual(registration)
  expect(announced).toEqual([{ userId: 'u-1', isLoggedIn: true }])
})

test('fetching the user’s info keeps it and says so', async () => {
  startSession('t-1', buildUser())
  answer('userDetail', buildUser({ nickname: '演示' }))
  await reloadUserInfo()
  expect(localStorage.getItem('userInfo')).toContain('演示')
  expect(announced).toHaveLength(2)
})

test('info that comes after the session has ended is not kept', async () => {
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
] as const)('%s clears here although the server did not confirm it, which is logged', async (route, act, line) => {
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

test('a deactivation the server confirmed says so, one it did not says that', async () => {
  startSession('t-1', buildUser())
  answer('deactivate', null)
  expect(await deactivate('123456')).toBe(true)
  startSession('t-2', buildUser())
  breakNetwork('deactivate')
  expect(await deactivate('123456')).toBe(false)
})

test('a wrong code for deactivation is told, and the session stays', async () => {
  startSession('t-1', buildUser())
  refuse('deactivate', 4103, '验证码不正确')
  await expect(deactivate('000000')).rejects.toThrow('验证码不正确')
  expect(readToken()).toBe('t-1')
})

test('the flag of a first login is read once and then gone', () => {
  startSession('t-1', buildUser(), { isFirstLogin: true })
  expect(readFirstLogin()).toBe(true)
  clearFirstLogin()
  expect([readFirstLogin(), localStorage.getItem('isFirstLogin')]).toEqual([false, null])
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
  expect([readToken(), readFirstLogin(), window.isVip]).toEqual(['t-2', true, false])
  localStorage.setItem('userInfo', JSON.stringify(buildUser({ userId: 'u-2', isVip: true })))
  window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
  expect(window.isVip).toBe(true)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect([isLoggedIn(), window.isVip]).toEqual([false, false])
})

test('a provisional user beside a stored token marks a ticket not yet spent', () => {
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

test('another tab’s unrelated storage changes nothing', () => {
  onTestFinished(followOtherTabs())
  localStorage.setItem('token', 't-2')
  window.dispatchEvent(new StorageEvent('storage', { key: 'appearance' }))
  expect(isLoggedIn()).toBe(false)
})

test('the end of a session is told once, its beginning is not, nor what becomes of a ticket', () => {
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
  'what the last login left is not believed when it is %s',
  (text) => {
    localStorage.setItem('login_form_data', text)
    expect(readLoginFormData()).toBeNull()
  },
)
