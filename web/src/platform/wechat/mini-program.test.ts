import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { correctEnvironment, environmentOf, tryMiniProgramLogin } from './mini-program.ts'
// Loaded here, so that no test waits for the import.
import './wechat-sdk.ts'

const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.50'

it.each([
  ['WeChat sets __wxjs_environment', wechat, 'miniprogram', 'mini-program'],
  ['the agent names the mini-program', `${wechat} miniProgram/wx1`, undefined, 'mini-program'],
  ['the agent names WeChat only', wechat, undefined, 'wechat'],
  ['WeChat sets another environment', wechat, 'browser', 'wechat'],
  ['nothing names WeChat', 'Mozilla/5.0 (Linux; Android 14) Chrome/120', undefined, 'browser'],
] as const)('%s', (_sign, agent, wxEnvironment, environment) => {
  expect(environmentOf({ agent, wxEnvironment })).toBe(environment)
})

type Target = { url: string; success?: () => void; fail?: () => void }
const redirectTo = vi.fn<(target: Target) => void>()

vi.mock('weixin-js-sdk', () => ({
  default: { miniProgram: { getEnv() {}, redirectTo: (to: Target) => redirectTo(to) } },
}))

beforeEach(() => {
  vi.useFakeTimers()
  correctEnvironment('mini-program')
})
afterEach(() => {
  redirectTo.mockReset()
  correctEnvironment('browser')
})

/** Starts the login and lets the SDK load. */
async function start() {
  const openLogin = vi.fn()
  const isDelegated = tryMiniProgramLogin('/search/result?keyword=比亚迪', openLogin)
  await vi.advanceTimersByTimeAsync(0)
  return { isDelegated, openLogin }
}

test('outside of a mini-program nothing is delegated', async () => {
  correctEnvironment('wechat')
  expect(await start()).toMatchObject({ isDelegated: false })
  expect(redirectTo).not.toHaveBeenCalled()
})

test('redirects to the login of the mini-program with type h5 and the page (SPEC §4)', async () => {
  const { isDelegated, openLogin } = await start()
  expect(isDelegated).toBe(true)
  expect(redirectTo.mock.lastCall?.[0].url).toBe(
    `/pages/login/login?type=h5&path=${encodeURIComponent('/#/search/result?keyword=比亚迪')}`,
  )
  redirectTo.mock.lastCall?.[0].success?.()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(openLogin).not.toHaveBeenCalled()
})

test('without a response in a second the login of the app opens, once', async () => {
  const { openLogin } = await start()
  await vi.advanceTimersByTimeAsync(999)
  expect(openLogin).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(openLogin).toHaveBeenCalledOnce()
  redirectTo.mock.lastCall?.[0].fail?.()
  expect(openLogin).toHaveBeenCalledOnce()
})

test('a refusal opens the login of the app at once', async () => {
  const { openLogin } = await start()
  redirectTo.mock.lastCall?.[0].fail?.()
  expect(openLogin).toHaveBeenCalledOnce()
})
