import type { SmsScene } from '@baiqicha/contract/account'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { Session } from '../../domain/account/session.ts'
import { valueOrThrow } from '../../domain/result.ts'
import type { Database } from '../../platform/database/database.ts'
import { noSession, Refusal } from '../../platform/http/refusal.ts'
import { type OnRightCode, type SmsCodeService, smsGuessRefusal } from './sms-code.service.ts'
import type { UserRepository } from './user.repository.ts'

export type NumberProof = {
  session: Session
  scene: SmsScene
  /** Empty: none was sent. */
  smsCode: string
  address: string
}

/**
 * Runs `act` in a transaction. A session that a partner opened needs a code of the scene, sent to the number of the
 * account: the partner has verified the number, but the person at the device may be another one. @throws Refusal
 */
export type ProveOwnNumber = <T>(proof: NumberProof, act: OnRightCode<T>) => Promise<T>

type OwnNumberProofDeps = {
  db: Database
  users: Pick<UserRepository, 'findMobile'>
  smsCodes: Pick<SmsCodeService, 'guess'>
}

export function createOwnNumberProof({ db, users, smsCodes }: OwnNumberProofDeps): ProveOwnNumber {
  return async ({ session, scene, smsCode, address }, act) => {
    if (session.source === null) return db.transaction().execute((tx) => act(tx, async () => {}))
    if (smsCode === '') throw new Refusal({ code: resultCode.contactUnproved, message: '请先验证本人手机号' })
    const mobile = await users.findMobile(db, session.userId)
    if (mobile === null) throw noSession()
    return valueOrThrow(await smsCodes.guess({ mobile, scene, code: smsCode, address }, act), smsGuessRefusal)
  }
}
