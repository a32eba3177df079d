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

test('clears the session of a known user, opens login and returns afterwards', async () => {
  const steps = buildSteps()
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['login']])
})

test("uses the mini-program's login inside one", async () => {
  const steps = buildSteps({ tryMiniProgramLogin: vi.fn(() => true) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).toHaveBeenCalledOnce()
  expect(steps.goTo).not.toHaveBeenCalled()
})

test.each([null, { userId: '' }])(
  'a response without a user (%j) opens Home and keeps the session',
  async (userInfo) => {
    const steps = buildSteps({ reloadUserInfo: async () => userInfo })
    await createRedirectHandler(steps)()
    expect(steps.goTo.mock.calls).toEqual([['home']])
    expect(steps.clearSession).not.toHaveBeenCalled()
  },
)

test('a rejection clears the session, opens Home and saves the interrupted page', async () => {
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
])('%s keeps the session and the page', async (_name, error) => {
  const steps = buildSteps({ reloadUserInfo: rejecting(error) })
  await createRedirectHandler(steps)()
  expect(steps.clearSession).not.toHaveBeenCalled()
  expect(steps.goTo).not.toHaveBeenCalled()
})

test('sends a visitor to login without requesting the user info', async () => {
  const steps = buildSteps({ isLoggedIn: () => false })
  await createRedirectHandler(steps)()
  expect(steps.reloadUserInfo).not.toHaveBeenCalled()
  expect(steps.clearSession).not.toHaveBeenCalled()
  expect(steps.saveRoute).toHaveBeenCalledOnce()
  expect(steps.goTo.mock.calls).toEqual([['login']])
})

test('five simultaneous responses cause one run, a later one another', async () => {
  const steps = buildSteps()
  const handle = createRedirectHandler(steps)
  await Promise.all([handle(), handle(), handle(), handle(), handle()])
  expect(steps.reloadUserInfo).toHaveBeenCalledOnce()
  await handle()
  expect(steps.reloadUserInfo).toHaveBeenCalledTimes(2)
})
