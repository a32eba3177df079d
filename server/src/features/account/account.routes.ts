import type { SmsScene } from '@baiqicha/contract/account'
import type { Handlers } from '../../platform/http/handler.ts'
import { captchaWrong } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { CaptchaService } from './captcha.service.ts'
import { type OwnMobileDeps, requireOwnMobileOnly, requireTypedOrOwnMobile } from './credential.input.ts'
import type { LoginService } from './login.service.ts'
import { smsRequestRefusal } from './sms-code.refusals.ts'
import type { SmsCodeService } from './sms-code.service.ts'

type AccountDeps = OwnMobileDeps & {
  captchas: CaptchaService
  smsCodes: SmsCodeService
  logins: LoginService
  limiter: Limiter
  /** Whether SMS codes are printed in the server's terminal instead of being sent. */
  codesInTerminal: boolean
}

/** Scenes whose code goes to the number of the account only. */
const ownMobileScenes: ReadonlySet<SmsScene> = new Set(['deactivate', 'exportData', 'signOut'])

type AccountKeys = 'captcha' | 'sendSmsCode' | 'logout'

export function accountHandlers(deps: AccountDeps): Handlers<AccountKeys> {
  const { captchas, smsCodes, logins, limiter, codesInTerminal } = deps
  return {
    async captcha({ input, address }) {
      const taken = await limiter.take([{ limit: 'captchasPerAddress', subject: address }])
      if (!taken.ok) throw limitRefusal(taken.error)
      return { ...(await captchas.generate(input.kind)), codesInTerminal }
    },

    async sendSmsCode({ input, session, address }) {
      // The number is checked before the captcha is used up, so a mistyped number does not cost a captcha.
      const readMobile = ownMobileScenes.has(input.scene) ? requireOwnMobileOnly : requireTypedOrOwnMobile
      const mobile = await readMobile(deps, input.mobile, session)
      if (!(await captchas.consume(input.captchaId, input.captchaCode))) throw captchaWrong()
      const requested = await smsCodes.request({ mobile, scene: input.scene, address, deviceId: input.deviceId })
      if (!requested.ok) throw smsRequestRefusal(requested.error)
      return null
    },

    async logout({ session, address }) {
      await logins.logout(session, address)
      return null
    },
  }
}
