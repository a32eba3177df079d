import { parseMobile } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { CaptchaService } from './captcha.service.ts'
import type { LoginService } from './login.service.ts'
import type { SmsCodeService } from './sms-code.service.ts'
import { smsGuessRefusal, smsRequestRefusal } from './sms-refusals.ts'

type AccountParts = {
  captchas: CaptchaService
  smsCodes: SmsCodeService
  logins: LoginService
  limiter: Limiter
  /** Whether codes are printed by the server instead of sent. */
  codesInTerminal: boolean
}

type AccountKeys = 'captcha' | 'sendSmsCode' | 'loginBySmsCode' | 'logout'

function requireMobile(typed: string): string {
  const mobile = parseMobile(typed)
  if (mobile === null) throw new Refusal({ code: resultCode.mobileInvalid, message: '请输入正确的手机号' })
  return mobile
}

export function accountHandlers(parts: AccountParts): Handlers<AccountKeys> {
  const { captchas, smsCodes, logins, limiter, codesInTerminal } = parts
  return {
    async captcha({ address }) {
      const taken = await limiter.take([{ limit: 'captchasPerAddress', subject: address }])
      if (!taken.ok) throw limitRefusal(taken.error)
      return { ...(await captchas.generate()), codesInTerminal }
    },

    async sendSmsCode({ input, address }) {
      // A mistyped number costs nobody a captcha.
      const mobile = requireMobile(input.mobile)
      if (!(await captchas.consume(input.captchaId, input.captchaCode))) {
        throw new Refusal({ code: resultCode.captchaWrong, message: '图形验证码错误或已过期，请重新输入' })
      }
      const requested = await smsCodes.request({ mobile, scene: input.scene, address, deviceId: input.deviceId })
      if (!requested.ok) throw smsRequestRefusal(requested.error)
      return null
    },

    async loginBySmsCode({ input, address }) {
      const { smsCode, mobile: _mobile, agreementVersion: _agreementVersion, ...device } = input
      const login = await logins.bySmsCode({ mobile: requireMobile(input.mobile), smsCode, address, device })
      if (!login.ok) throw smsGuessRefusal(login.error)
      return login.value
    },

    async logout({ session, address }) {
      await logins.logout(session, address)
      return null
    },
  }
}
