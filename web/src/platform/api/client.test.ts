import { encodeCompanySummary } from '@baiqicha/contract/company-summary'
import { accountRoutes } from '@baiqicha/contract/routes/account'
import { companyRoutes } from '@baiqicha/contract/routes/company'
import { historyRoutes } from '@baiqicha/contract/routes/history'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { sessionRoutes } from '@baiqicha/contract/routes/session'
import { onlineManager } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildCompany } from '../../../test/company-builders.ts'
import { answer, answerStatus, breakNetwork, buildUser, handle, hold, refuse } from '../../../test/server.ts'
import { ApiError } from './api-error.ts'
import { type ApiHandlers, callApi, callRawApi, connectApi, createQueryClient } from './client.ts'

function connect(token: string | null = null) {
  const handlers = {
    readToken: vi.fn<ApiHandlers['readToken']>(() => token),
    exchangePendingTicket: vi.fn<ApiHandlers['exchangePendingTicket']>(async () => {}),
    showFailure: vi.fn<ApiHandlers['showFailure']>(),
    onNoSession: vi.fn<ApiHandlers['onNoSession']>(),
    onLocked: () => {},
  }
  connectApi(handlers)
  return handlers
}

const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((reason: unknown) => reason)
  return error instanceof ApiError ? error.failure : error
}

beforeEach(() => {
  connect()
})

test('sends the token in its header, and no header without a token', async () => {
  const calls = answer('userDetail', buildUser())
  await callApi(sessionRoutes.userDetail, {})
  connect('token-1')
  await callApi(sessionRoutes.userDetail, {})
  expect(calls.map((call) => call.token)).toEqual([null, 'token-1'])
})

test('puts the input of a GET into the query without absent values, of a POST into the body', async () => {
  const searches = answer('companySearch', { list: [], total: 0, totalCapped: false, page: 1, pageSize: 20 })
  const saves = answer('saveSearchHistory', null)
  await callApi(companyRoutes.companySearch, { keyword: '比亚 迪&', page: 2, region: undefined })
  await callApi(historyRoutes.saveSearchHistory, { companyName: '比亚迪' })
  expect(searches[0]?.query).toEqual({ keyword: '比亚 迪&', page: '2' })
  expect(saves[0]?.body).toEqual({ companyName: '比亚迪' })
})

test('code 0 resolves to the data', async () => {
  answer('userDetail', buildUser({ userId: 'u-7' }))
  expect((await callApi(sessionRoutes.userDetail, {})).userId).toBe('u-7')
})

test('another code rejects with the whole body and shows nothing', async () => {
  const handlers = connect()
  refuse('loginBySmsCode', 4103, '验证码不正确', { attemptsLeft: 2 })
  const call = callApi(accountRoutes.loginBySmsCode, {
    mobile: '',
    smsCode: '',
    agreementVersion: '2026-11-22',
    deviceType: 'web',
    deviceId: 'd',
  })
  expect(await failureOf(call)).toEqual({
    type: 'rejected',
    code: 4103,
    message: '验证码不正确',
    data: { attemptsLeft: 2 },
  })
  expect(handlers.showFailure).not.toHaveBeenCalled()
})

test('a raw call resolves to the response body', async () => {
  refuse('sendSmsCode', 4102, '图形验证码错误')
  const answered = await callRawApi(accountRoutes.sendSmsCode, {
    mobile: '',
    scene: 'login',
    captchaId: '',
    captchaCode: '',
    deviceType: 'web',
    deviceId: 'd',
  })
  expect(answered).toEqual({ code: 4102, message: '图形验证码错误', data: null })
})

test.each([
  [400, '请求错误'],
  [401, '未授权，请登录'],
  [403, '拒绝访问'],
  [404, '请求地址出错: /api/h5/v1/user/getUserDetail'],
  [408, '请求超时'],
  [500, '服务器内部错误'],
  [501, '服务未实现'],
  [502, '网关错误'],
  [503, '服务不可用'],
  [504, '网关超时'],
  [505, 'HTTP版本不受支持'],
  [418, '网络连接故障'],
])('status %i shows %s', async (status, sentence) => {
  const handlers = connect()
  answerStatus('userDetail', status)
  expect(await failureOf(callApi(sessionRoutes.userDetail, {}))).toEqual({
    type: 'http',
    status,
    path: '/api/h5/v1/user/getUserDetail',
  })
  expect(handlers.showFailure.mock.calls).toEqual([[sentence]])
})

test('no response shows 网络连接失败', async () => {
  const handlers = connect()
  breakNetwork('userDetail')
  expect(await failureOf(callApi(sessionRoutes.userDetail, {}))).toEqual({ type: 'network' })
  expect(handlers.showFailure.mock.calls).toEqual([['网络连接失败，请检查你的网络设置']])
})

test.each([
  ['no JSON', () => HttpResponse.text('<html>')],
  ['no envelope', () => HttpResponse.json({ hello: 1 })],
  ['data that is not the route’s', () => HttpResponse.json({ code: 0, message: '', data: { userId: 7 } })],
])('a response with %s shows 网络连接故障', async (_name, respond) => {
  const handlers = connect()
  handle('userDetail', respond)
  expect(await failureOf(callApi(sessionRoutes.userDetail, {}))).toMatchObject({ type: 'http', status: 200 })
  expect(handlers.showFailure.mock.calls).toEqual([['网络连接故障']])
})

test('a row outside the schema is left out of its list and logged without its values', async () => {
  const handlers = connect()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const rows = [buildCompany({ id: 'c-1' }), buildCompany({ id: 'c-2' }), buildCompany({ id: 'c-3' })].map((company) =>
    encodeCompanySummary(company),
  )
  handle('recentRegisterDetail', () =>
    HttpResponse.json({
      code: 0,
      message: '',
      data: rows.map((row, at) => (at === 1 ? { ...row, demo: '13800138000' } : row)),
    }),
  )
  const companies = await callApi(homeRoutes.recentRegisterDetail, {})
  expect(companies.map(({ id }) => id)).toEqual(['c-1', 'c-3'])
  expect(warn.mock.calls).toEqual([['/v1/index/recent/register/detail without 1 rows that cannot be read: 1.demo']])
  expect(handlers.showFailure).not.toHaveBeenCalled()
})

test('a list of which no row can be read shows 网络连接故障', async () => {
  const handlers = connect()
  handle('recentRegisterDetail', () => HttpResponse.json({ code: 0, message: '', data: [{}] }))
  expect(await failureOf(callApi(homeRoutes.recentRegisterDetail, {}))).toMatchObject({ type: 'http', status: 200 })
  expect(handlers.showFailure.mock.calls).toEqual([['网络连接故障']])
})

test('a request that cannot be built shows its own message', async () => {
  const handlers = connect('令牌')
  const error = await failureOf(callApi(sessionRoutes.userDetail, {}))
  expect(error).toBeInstanceOf(TypeError)
  expect(handlers.showFailure.mock.calls).toEqual([[error instanceof Error ? error.message : '']])
})

test('a silent call shows nothing', async () => {
  const handlers = connect()
  answerStatus('userDetail', 500)
  await failureOf(callApi(sessionRoutes.userDetail, {}, { silent: true }))
  expect(handlers.showFailure).not.toHaveBeenCalled()
})

test('code 403 redirects without a toast, status 403 with one', async () => {
  const handlers = connect('token-1')
  refuse('userDetail', 403)
  await failureOf(callApi(sessionRoutes.userDetail, {}))
  expect(handlers.onNoSession).toHaveBeenCalledTimes(1)
  expect(handlers.showFailure).not.toHaveBeenCalled()
  answerStatus('userDetail', 403)
  await failureOf(callApi(sessionRoutes.userDetail, {}))
  expect(handlers.onNoSession).toHaveBeenCalledTimes(2)
  expect(handlers.showFailure.mock.calls).toEqual([['拒绝访问']])
})

test('a 403 to an older token does not end the current session', async () => {
  const handlers = connect('old')
  handle('userDetail', () => {
    handlers.readToken.mockReturnValue('new')
    return HttpResponse.json({ code: 403, message: '', data: null })
  })
  await failureOf(callApi(sessionRoutes.userDetail, {}))
  expect(handlers.onNoSession).not.toHaveBeenCalled()
})

test.each([401, 429, 500, 503])('status %i keeps the session', async (status) => {
  const handlers = connect('token-1')
  answerStatus('userDetail', status)
  await failureOf(callApi(sessionRoutes.userDetail, {}))
  expect(handlers.onNoSession).not.toHaveBeenCalled()
})

test('an aborted call shows nothing', async () => {
  const handlers = connect()
  const { release } = hold('userDetail', buildUser())
  const abort = new AbortController()
  const call = failureOf(callApi(sessionRoutes.userDetail, {}, { signal: abort.signal }))
  abort.abort()
  expect(await call).toMatchObject({ name: 'AbortError' })
  release()
  expect(handlers.showFailure).not.toHaveBeenCalled()
})

test('what failed in a page that was opened offline loads when the connection returns', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const client = createQueryClient()
  client.mount()
  onTestFinished(() => client.unmount())
  const reconnects = vi.spyOn(client.getQueryCache(), 'onOnline')
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(reconnects).toHaveBeenCalledTimes(1))
})
