import { PASSWORD_LENGTH, parseMobile } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Session } from '../../domain/account/session.ts'
import { valueOrThrow } from '../../domain/result.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { captchaWrong, noSession, Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type {
  LoginService,
  PasswordResetError,
  RegisterService,
  RegistrationError,
  ResetPasswordService,
} from './credential.service.ts'
import type { PasswordGuessError } from './password-guess.service.ts'
import type { Device } from './session.service.ts'
import { smsGuessRefusal } from './sms-code.service.ts'
import type { UserRepository } from './user.repository.ts'

const mobileRefusal = (message: string) => new Refusal({ code: resultCode.mobileInvalid, message })

/** The typed mobile number, normalised. @throws Refusal when it is not a mobile number. */
function requireMobile(typed: string): string {
  const mobile = parseMobile(typed)
  if (mobile === null) throw mobileRefusal('请输入正确的手机号')
  return mobile
}

export type OwnMobileDeps = { db: Database; users: UserRepository }

/** Mobile number of the signed-in account. @throws Refusal without a session. */
async function requireOwnMobile({ db, users }: OwnMobileDeps, session: Session | null): Promise<string> {
  const mobile = session === null ? null : await users.findMobile(db, session.userId)
  if (mobile === null) throw noSession()
  return mobile
}

/** The typed number, or that of the signed-in account when nothing was typed: the app stores only a masked number. */
export const requireTypedOrOwnMobile = async (deps: OwnMobileDeps, typed: string, session: Session | null) =>
  typed === '' ? requireOwnMobile(deps, session) : requireMobile(typed)

/** Mobile number of the signed-in account, typed or not. @throws Refusal when another number was typed. */
export async function requireOwnMobileOnly(deps: OwnMobileDeps, typed: string, session: Session | null) {
  const own = await requireOwnMobile(deps, session)
  if (typed !== '' && parseMobile(typed) !== own) throw mobileRefusal('只能使用当前账户的手机号')
  return own
}

/** @throws Refusal when the agreed version is not the one in force. */
export function requireAgreement(agreed: string, inForce: string): void {
  if (agreed === inForce) return
  throw new Refusal({ code: resultCode.agreementOutdated, message: '协议已更新，请阅读后重新同意' })
}

type CredentialDeps = OwnMobileDeps & {
  logins: LoginService
  registrations: RegisterService
  passwordResets: ResetPasswordService
  /** Version in force. */
  findAgreementVersion: () => Promise<string>
}

/** Input shared by every login, validated. */
function readLogin(input: Device & { mobile: string; agreementVersion: string }, inForce: string) {
  const { agreementVersion, deviceType, deviceId, fr } = input
  requireAgreement(agreementVersion, inForce)
  return { mobile: requireMobile(input.mobile), agreementVersion, device: { deviceType, deviceId, fr } }
}

export function credentialHandlers(deps: CredentialDeps) {
  const { logins, registrations, passwordResets, findAgreementVersion } = deps
  return {
    async loginBySmsCode({ input, address }) {
      const { smsCode } = input
      return valueOrThrow(
        await logins.bySmsCode({ ...readLogin(input, await findAgreementVersion()), smsCode, address }),
        (error) => smsGuessRefusal(error, '改用密码登录'),
      )
    },

    async loginByPassword({ input, address }) {
      const { password, captchaId, captchaCode } = input
      const read = readLogin(input, await findAgreementVersion())
      return valueOrThrow(
        await logins.byPassword({ ...read, password, captchaId, captchaCode, address }),
        passwordGuessRefusal,
      )
    },

    async register({ input, address }) {
      const { smsCode, password } = input
      const read = readLogin(input, await findAgreementVersion())
      return valueOrThrow(await registrations.register({ ...read, smsCode, password, address }), choiceRefusal)
    },

    async resetPassword({ input, session, address }) {
      const { smsCode, password } = input
      const mobile = await requireTypedOrOwnMobile(deps, input.mobile, session)
      return valueOrThrow(await passwordResets.reset({ mobile, smsCode, password, address }), choiceRefusal)
    },
  } satisfies Partial<Handlers>
}

const passwordGuessRefusals = {
  captchaNeeded: { code: resultCode.captchaNeeded, message: '密码错误次数过多，请输入图形验证码后重试' },
  wrong: { code: resultCode.passwordWrong, message: '账号或密码错误' },
}

function passwordGuessRefusal(error: PasswordGuessError): Refusal {
  if (error.type === 'limited') return limitRefusal(error)
  return error.type === 'captchaWrong' ? captchaWrong() : new Refusal(passwordGuessRefusals[error.type])
}

const flawSentences = {
  short: `密码至少 ${PASSWORD_LENGTH.min} 个字符`,
  long: `密码最多 ${PASSWORD_LENGTH.max} 个字符`,
  unprintable: '密码不能包含换行等不可见的字符',
  mobile: '密码不能是手机号',
  common: '该密码过于常见，请更换',
  same: '新密码不能与旧密码相同',
} as const

/** Refusal for a new password, or for the code sent with it. */
function choiceRefusal(error: RegistrationError | PasswordResetError): Refusal {
  switch (error.type) {
    case 'unfit':
      return new Refusal({ code: resultCode.passwordUnfit, message: flawSentences[error.flaw] })
    case 'registered':
      return new Refusal({ code: resultCode.mobileRegistered, message: '该手机号已注册，请直接登录' })
    case 'unregistered':
      return new Refusal({ code: resultCode.mobileUnregistered, message: '该手机号未注册，请先注册' })
    default:
      return smsGuessRefusal(error)
  }
}
