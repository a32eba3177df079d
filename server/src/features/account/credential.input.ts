import { parseMobile } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Session } from '../../domain/account/session.ts'
import type { Database } from '../../platform/database/database.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import type { UserRepository } from './user.repository.ts'

const mobileRefusal = (message: string) => new Refusal({ code: resultCode.mobileInvalid, message })

/** The number that was typed. @throws Refusal where it is none. */
export function requireMobile(typed: string): string {
  const mobile = parseMobile(typed)
  if (mobile === null) throw mobileRefusal('请输入正确的手机号')
  return mobile
}

export type OwnMobileDeps = { db: Database; users: UserRepository }

/** The number of whoever is signed in. @throws Refusal where nobody is. */
async function requireOwnMobile({ db, users }: OwnMobileDeps, session: Session | null): Promise<string> {
  const mobile = session === null ? null : await users.findMobile(db, session.userId)
  if (mobile === null) throw noSession()
  return mobile
}

/** The number that was typed, or where none was that of whoever is signed in: an app keeps only a masked one. */
export const requireTypedOrOwnMobile = async (deps: OwnMobileDeps, typed: string, session: Session | null) =>
  typed === '' ? requireOwnMobile(deps, session) : requireMobile(typed)

/** The number of whoever is signed in, whether it was typed or not. @throws Refusal for any other. */
export async function requireOwnMobileOnly(deps: OwnMobileDeps, typed: string, session: Session | null) {
  const own = await requireOwnMobile(deps, session)
  if (typed !== '' && parseMobile(typed) !== own) throw mobileRefusal('只能使用当前账户的手机号')
  return own
}

/** @throws Refusal where something else was agreed to than what is in force. */
export function requireAgreement(agreed: string, inForce: string): void {
  if (agreed === inForce) return
  throw new Refusal({ code: resultCode.agreementOutdated, message: '协议已更新，请阅读后重新同意' })
}

export const captchaWrong = () =>
  new Refusal({ code: resultCode.captchaWrong, message: '图形验证码错误或已过期，请重新输入' })
