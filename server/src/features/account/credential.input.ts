import { parseMobile } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Session } from '../../domain/account/session.ts'
import type { Database } from '../../platform/database/database.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import type { UserRepository } from './user.repository.ts'

const mobileRefusal = (message: string) => new Refusal({ code: resultCode.mobileInvalid, message })

/** The typed mobile number, normalised. @throws Refusal when it is not a mobile number. */
export function requireMobile(typed: string): string {
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
