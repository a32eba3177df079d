import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, answerStatus, buildUser, refuse } from '../../../test/server.ts'
import { connectApi } from '../api/client.ts'
import { loginBySmsCode, logout, reloadUserInfo } from './session-actions.ts'
import {
  clearSession,
  followOtherTabs,
  isLoggedIn,
  onSessionEnd,
  readToken,
  startSession,
  USER_STATUS_EVENT,
} from './session-store.ts'

const device = { deviceType: 'web', deviceId: 'd-1', fr: 'wx01' } as const
const input = { mobile: `138${'0'.repeat(8)}`, smsCode: '123456', agreementVersion: '2026-11-22', ...device }
const announced: unknown[] = []
const listen = (event: Event) => announced.push(event instanceof CustomEvent ? event.detail : null)

beforeEach(() => {
  announced.length = 0
  window.addEventListener(USER_STATUS_EVENT, listen)
  connectApi({ readToken, showFailure: () => {}, onNoSession: () => {} })
})
afterEach(() => window.removeEventListener(USER_STATUS_EVENT, listen))

test('login keeps the bare token and the user as JSON, and says so', async () => {
  const calls = answer('loginBySmsCode', { token: 't-1', isFirstLogin: true, userDetail: buildUser() })
  await loginBySmsCode(input)
  expect(calls[0]?.body).toEqual(input)
  expect(localStorage.getItem('token')).toBe('t-1')
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(buildUser())
  expect(announced).toEqual([{ userId: 'u-1', isLoggedIn: true }])
})

test('an answer without a token fails with 登录失败：未获取到token and leaves nobody logged in', async () => {
  answer('loginBySmsCode', { token: '', isFirstLogin: false, userDetail: buildUser() })
  await expect(loginBySmsCode(input)).rejects.toThrow('登录失败：未获取到token')
  expect(isLoggedIn()).toBe(false)
})

test('any failure of login clears the login state', async () => {
  startSession('old', buildUser())
  refuse('loginBySmsCode', 4103, '验证码不正确')
  await expect(loginBySmsCode(input)).rejects.toThrow('验证码不正确')
  expect(localStorage.getItem('token')).toBeNull()
  expect(announced.at(-1)).toEqual({ userId: null, isLoggedIn: false })
})

test('fetching the user’s info keeps it and says so', async () => {
  startSession('t-1', buildUser())
  answer('userDetail', buildUser({ nickname: '演示' }))
  await reloadUserInfo()
  expect(localStorage.getItem('userInfo')).toContain('演示')
  expect(announced).toHaveLength(2)
})

test('logout clears token, user and session storage', async () => {
  startSession('t-1', buildUser())
  sessionStorage.setItem('savedRoute', 'x')
  const calls = answer('logout', null)
  await logout()
  expect(calls.map((call) => call.token)).toEqual(['t-1'])
  expect([localStorage.getItem('token'), localStorage.getItem('userInfo')]).toEqual([null, null])
  expect(sessionStorage.length).toBe(0)
  expect(announced.at(-1)).toEqual({ userId: null, isLoggedIn: false })
})

test('a logout the server did not confirm is logged, and happens anyway', async () => {
  startSession('t-1', buildUser())
  answerStatus('logout', 500)
  await logout()
  expect(isLoggedIn()).toBe(false)
  expect(globalThis.console.warn).toHaveBeenCalledWith('logout was not confirmed: http')
})

test('other tabs follow a login and a logout', () => {
  onTestFinished(followOtherTabs())
  localStorage.setItem('token', 't-2')
  localStorage.setItem('userInfo', JSON.stringify(buildUser({ userId: 'u-2' })))
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(readToken()).toBe('t-2')
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(isLoggedIn()).toBe(false)
})

test('another tab’s unrelated storage changes nothing', () => {
  onTestFinished(followOtherTabs())
  localStorage.setItem('token', 't-2')
  window.dispatchEvent(new StorageEvent('storage', { key: 'appearance' }))
  expect(isLoggedIn()).toBe(false)
})

test('the end of a session is told once, its beginning is not', () => {
  const onEnd = vi.fn()
  onTestFinished(onSessionEnd(onEnd))
  startSession('t-1', buildUser())
  expect(onEnd).not.toHaveBeenCalled()
  startSession('t-2', buildUser({ userId: 'u-2' }))
  expect(onEnd).toHaveBeenCalledTimes(1)
  clearSession()
  clearSession()
  expect(onEnd).toHaveBeenCalledTimes(2)
})
