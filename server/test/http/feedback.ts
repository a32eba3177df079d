import type { RouteInput } from '@baiqicha/contract/routes'
import { call, solveCaptcha, type TestApp } from './app.ts'

/** Builds feedback with all required fields. */
export const report = (deviation: Partial<RouteInput<'saveFeedback'>> = {}): RouteInput<'saveFeedback'> => ({
  kind: '功能异常',
  content: '演示：企业详情页一直显示加载中。',
  ...deviation,
})

/** Sends feedback as a visitor, with a solved captcha. */
export const reportAsVisitor = async (
  test: TestApp,
  deviation: Partial<RouteInput<'saveFeedback'>> = {},
  options: { remoteAddress?: string } = {},
) => call(test.app, 'saveFeedback', report({ ...(await solveCaptcha(test, options)), ...deviation }), options)
