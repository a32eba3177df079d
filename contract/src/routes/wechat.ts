import * as wechat from '../wechat.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'

/** WeChat gets three seconds to answer. */
const deadlineMs = 3_600

export const wechatRoutes = {
  jsConfig: route(
    { method: 'GET', path: '/v1/wechat/jsConfig', access: 'open', load: 'reads', deadlineMs },
    wechat.jsConfigQuery,
    wechat.jsConfigSchema,
  ),
  loginByWechatCode: route(
    { method: 'POST', path: '/v1/user/loginByWechatCode', access: 'open', load: 'credentials', deadlineMs },
    wechat.loginByWechatCodeBody,
    wechat.wechatLoginSchema,
  ),
  bindWechatPhone: route(
    { method: 'POST', path: '/v1/user/bindWechatPhone', access: 'open', load: 'credentials', deadlineMs },
    wechat.bindWechatPhoneBody,
    wechat.wechatPhoneSchema,
  ),
  wechatLink: route(
    { method: 'GET', path: '/v1/user/wechatLink', access: 'session', load: 'reads' },
    nothing,
    wechat.wechatLinkSchema,
  ),
  unlinkWechat: route(
    { method: 'POST', path: '/v1/user/unlinkWechat', access: 'session', load: 'credentials' },
    nothing,
    done,
  ),
} as const

export function wechatDocs(): RouteDocs<typeof wechatRoutes> {
  const origin = { deviceId: 'example-device', fr: '' }

  return {
    jsConfig: {
      summary: '微信网页分享的签名',
      example: { url: 'https://example.com/' },
      answer: {
        appId: 'wx0123456789abcdef',
        timestamp: 1_790_000_000,
        nonceStr: 'example-nonce',
        signature: '0'.repeat(40),
      },
    },
    loginByWechatCode: {
      summary: '小程序登录：已关联的微信得到一次性凭证，其余得到绑定凭证',
      example: { code: 'example-code', ...origin },
      answer: { bindToken: 'example-bind-token' },
    },
    bindWechatPhone: {
      summary: '小程序以微信手机号登录并关联账户',
      example: {
        bindToken: 'example-bind-token',
        phoneCode: 'example-phone-code',
        agreementVersion: '2026-11-22',
        ...origin,
      },
      answer: { ticket: 'example-ticket', isFirstLogin: true },
    },
    wechatLink: { summary: '当前账户是否已关联微信', answer: { isLinked: true } },
    unlinkWechat: { summary: '解除账户与微信的关联', answer: null },
  }
}
