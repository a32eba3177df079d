import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createRedirectHandler, type RedirectSteps } from './redirect-handler.ts'

type Replaceable = 'isLoggedIn' | 'reloadUserInfo' | 'tryMiniProgramLogin'

function buildSteps(deviation: Partial<Pick<RedirectSteps, Replaceable>> = {}) {
  return {
    isLoggedIn: vi.fn(() => true),
    reloadUserInfo: vi.fn<RedirectSteps['reloadUserInfo']>(async () => ({ userId: 'u1' })),
    clearSession: vi.fn<RedirectSteps['clearSession']>(),
    tryMiniProgramLogin: vi.fn(() => false),
    saveRoute: vi.fn<RedirectSteps['saveRoute']>(),
    goTo: vi.fn<RedirectSteps['goTo']>(async () => {}),
    ...deviation,
  }
}

const failWith = (error: unknown) => async () => {
  throw error
}
const rejected = (code: number) => new ApiError({ type: 'rejected', code, message: '', data: null })

test('a user whom the server returns is logged out and sent to login, and the page is saved', async () => {
  const steps = buildSteps()
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['login']])
})

test('inside a mini-program its login is used', async () => {
  const steps = buildSteps({ tryMiniProgramLogin: vi.fn(() => true) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.goTo).not.toHaveBeenCalled()
})

test.each([null, { userId: '' }])(
  'a response without a user (%j) leads home and keeps the session',
  async (userInfo) => {
    const steps = buildSteps({ reloadUserInfo: async () => userInfo })
    await createRedirectHandler(steps)()
    expect(steps.goTo.mock.calls).toEqual([['home']])
    expect(steps.clearSession).not.toHaveBeenCalled()
  },
)

test('a rejection leads home, clears the session and saves the page', async () => {
  const steps = buildSteps({ reloadUserInfo: failWith(rejected(403)) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['home']])
})

test.each([
  ['a network failure', new ApiError({ type: 'network' })],
  ['a rate limit', rejected(429)],
  ['status 500', new ApiError({ type: 'http', status: 500, path: '/' })],
  ['status 503', new ApiError({ type: 'http', status: 503, path: '/' })],
])('%s changes neither session nor page', async (_name, error) => {
  const steps = buildSteps({ reloadUserInfo: failWith(error) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).not.toHaveBeenCalled()
  expect(steps.goTo).not.toHaveBeenCalled()
})

test('a visitor is sent to login without a call for their info', async () => {
  const steps = buildSteps({ isLoggedIn: () => false })
  await createRedirectHandler(steps)()
  expect(steps.reloadUserInfo).not.toHaveBeenCalled()
  expect(steps.clearSession).not.toHaveBeenCalled()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['login']])
})

test('five calls at once share one run; a later call starts another', async () => {
  const steps = buildSteps()
  const handle = createRedirectHandler(steps)
  await Promise.all([handle(), handle(), handle(), handle(), handle()])
  expect(steps.reloadUserInfo).toHaveBeenCalledOnce()
  await handle()
  expect(steps.reloadUserInfo).toHaveBeenCalledTimes(2)
})
