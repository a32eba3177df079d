import { resultCode } from '@baiqicha/contract/result-codes'
import { valueOrThrow } from '../../domain/result.ts'
import { type Handlers, noData } from '../../platform/http/handler.ts'
import { badRequest, Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { JsConfigError, SignJsConfig, WechatBindingError, WechatLoginService } from './wechat.service.ts'

type WechatDeps = {
  logins: WechatLoginService
  signJsConfig: SignJsConfig
  /** @throws Refusal when the agreed version is not the one in force. */
  requireAgreement: (agreed: string) => Promise<void>
}

export const wechatHandlers = ({ logins, signJsConfig, requireAgreement }: WechatDeps) =>
  ({
    async jsConfig({ input, address }) {
      return valueOrThrow(await signJsConfig(input.url, address), signatureRefusal)
    },

    async loginByWechatCode({ input, address }) {
      return valueOrThrow(await logins.logIn(input.code, address), wechatRefusal)
    },

    async bindWechatPhone({ input, address }) {
      const { bindToken, phoneCode, agreementVersion } = input
      await requireAgreement(agreementVersion)
      return valueOrThrow(await logins.bindPhone({ bindToken, phoneCode, agreementVersion, address }), wechatRefusal)
    },

    wechatLink: async ({ session }) => ({ isLinked: await logins.isLinked(session) }),

    unlinkWechat: ({ session, address }) => noData(logins.unlink(session, address)),
  }) satisfies Partial<Handlers>

const refuse = (code: Refusal['code'], message: string) => new Refusal({ code, message })

/** The page shows none of these: it is shared unsigned. */
function signatureRefusal(error: JsConfigError): Refusal {
  if (error.type === 'limited') return limitRefusal(error)
  if (error.type === 'foreignUrl') return badRequest('url')
  if (error.type === 'off') return refuse(resultCode.wechatOff, '微信分享未开通')
  return refuse(resultCode.wechatFailed, '微信暂时无法签名，请稍后重试')
}

const wechatRefusals = {
  off: { code: resultCode.wechatOff, message: '微信登录未开通，请使用短信验证码登录' },
  codeVoid: { code: resultCode.wechatCodeVoid, message: '微信授权已失效，请重新授权' },
  tooFrequent: {
    code: resultCode.tooManyRequests,
    message: '微信登录过于频繁，请 60 秒后重试',
    retryAfterSeconds: 60,
  },
  userBlocked: { code: resultCode.wechatUserBlocked, message: '该微信账号存在风险，请使用短信验证码登录' },
  failed: { code: resultCode.wechatFailed, message: '微信暂时无法登录，请稍后重试或使用短信验证码' },
  bindTokenVoid: { code: resultCode.bindTokenVoid, message: '操作超时，请重新登录' },
  mobileInvalid: { code: resultCode.mobileInvalid, message: '仅支持中国大陆手机号' },
}

const wechatRefusal = (error: WechatBindingError): Refusal =>
  error.type === 'limited' ? limitRefusal(error) : new Refusal(wechatRefusals[error.type])
