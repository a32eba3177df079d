import { expect, it } from 'vitest'
import { environmentOf } from './environment.ts'

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
