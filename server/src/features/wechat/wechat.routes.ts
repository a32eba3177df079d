import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { badRequest, Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { JsConfigError, SignJsConfig } from './js-config.service.ts'
import type { WechatBindingError, WechatLoginService } from './wechat-login.service.ts'

type WechatDeps = {
  logins: WechatLoginService
  signJsConfig: SignJsConfig
  /** @throws Refusal when the agreed version is not the one in force. */
  requireAgreement: (agreed: string) => Promise<void>
}

export const wechatHandlers = ({ logins, signJsConfig, requireAgreement }: WechatDeps) =>
  ({
    async jsConfig({ input, address }) {
      const signed = await signJsConfig(input.url, address)
      if (!signed.ok) throw signatureRefusal(signed.error)
      return signed.value
    },

    async loginByWechatCode({ input, address }) {
      const login = await logins.logIn(input.code, address)
      if (!login.ok) throw wechatRefusal(login.error)
      return login.value
    },

    async bindWechatPhone({ input, address }) {
      const { bindToken, phoneCode, agreementVersion } = input
      await requireAgreement(agreementVersion)
      const bound = await logins.bindPhone({ bindToken, phoneCode, agreementVersion, address })
      if (!bound.ok) throw wechatRefusal(bound.error)
      return bound.value
    },

    wechatLink: async ({ session }) => ({ isLinked: await logins.isLinked(session) }),

    async unlinkWechat({ session, address }) {
      await logins.unlink(session, address)
      return null
    },
  }) satisfies Partial<Handlers>

const refuse = (code: Refusal['code'], message: string) => new Refusal({ code, message })

/** The page shows none of these: it is shared unsigned. */
function signatureRefusal(error: JsConfigError): Refusal {
  if (error.type === 'limited') return limitRefusal(error)
  if (error.type === 'foreignUrl') return badRequest('url')
  if (error.type === 'off') return refuse(resultCode.wechatOff, '微信分享未开通')
  return refuse(resultCode.wechatFailed, '微信暂时无法签名，请稍后重试')
}

function wechatRefusal(error: WechatBindingError): Refusal {
  switch (error.type) {
    case 'limited':
      return limitRefusal(error)
    case 'off':
      return refuse(resultCode.wechatOff, '微信登录未开通，请使用短信验证码登录')
    case 'codeVoid':
      return refuse(resultCode.wechatCodeVoid, '微信授权已失效，请重新授权')
    case 'tooFrequent':
      return new Refusal({
        code: resultCode.tooManyRequests,
        message: '微信登录过于频繁，请 60 秒后重试',
        retryAfterSeconds: 60,
      })
    case 'userBlocked':
      return refuse(resultCode.wechatUserBlocked, '该微信账号存在风险，请使用短信验证码登录')
    case 'failed':
      return refuse(resultCode.wechatFailed, '微信暂时无法登录，请稍后重试或使用短信验证码')
    case 'bindTokenVoid':
      return refuse(resultCode.bindTokenVoid, '操作超时，请重新登录')
    case 'mobileInvalid':
      return refuse(resultCode.mobileInvalid, '仅支持中国大陆手机号')
    default:
      return error satisfies never
  }
}
