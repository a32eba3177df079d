import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createRedirectHandler, type RedirectSteps } from './redirect-handler.ts'

type Told = 'isLoggedIn' | 'reloadUserInfo' | 'tryMiniProgramLogin'

function buildSteps(deviation: Partial<Pick<RedirectSteps, Told>> = {}) {
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

const rejecting = (error: unknown) => async () => {
  throw error
}
const rejected = (code: number) => new ApiError({ type: 'rejected', code, message: '', data: null })

test('a user who is still known is cleared and sent to login, and comes back after', async () => {
  const steps = buildSteps()
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['login']])
})

test('inside a mini-program its own login takes over', async () => {
  const steps = buildSteps({ tryMiniProgramLogin: vi.fn(() => true) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.goTo).not.toHaveBeenCalled()
})

test.each([null, { userId: '' }])('an answer without a user (%j) leads home and clears nothing', async (userInfo) => {
  const steps = buildSteps({ reloadUserInfo: async () => userInfo })
  await createRedirectHandler(steps)()
  expect(steps.goTo.mock.calls).toEqual([['home']])
  expect(steps.clearSession).not.toHaveBeenCalled()
})

test('an answer that rejects clears the session and leads home, and remembers what was interrupted', async () => {
  const steps = buildSteps({ reloadUserInfo: rejecting(rejected(403)) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['home']])
})

test.each([
  ['no network', new ApiError({ type: 'network' })],
  ['a throttle', rejected(429)],
  ['500', new ApiError({ type: 'http', status: 500, path: '/' })],
  ['503', new ApiError({ type: 'http', status: 503, path: '/' })],
])('%s leaves the session and the page', async (_name, error) => {
  const steps = buildSteps({ reloadUserInfo: rejecting(error) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).not.toHaveBeenCalled()
  expect(steps.goTo).not.toHaveBeenCalled()
})

test('a visitor is sent to login without asking who they are', async () => {
  const steps = buildSteps({ isLoggedIn: () => false })
  await createRedirectHandler(steps)()
  expect(steps.reloadUserInfo).not.toHaveBeenCalled()
  expect(steps.clearSession).not.toHaveBeenCalled()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['login']])
})

test('five answers at once make one run, a later one makes another', async () => {
  const steps = buildSteps()
  const handle = createRedirectHandler(steps)
  await Promise.all([handle(), handle(), handle(), handle(), handle()])
  expect(steps.reloadUserInfo).toHaveBeenCalledOnce()
  await handle()
  expect(steps.reloadUserInfo).toHaveBeenCalledTimes(2)
})
