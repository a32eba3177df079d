import type { LoginAnswer } from '@baiqicha/contract/account'
import type { Clock } from '../../domain/clock.ts'
import { maskMobile } from '../../domain/mask.ts'
import type { Random } from '../../domain/random.ts'
import type { Result } from '../../domain/result.ts'
import type { Session } from '../../domain/session.ts'
import type { Database } from '../../platform/database/database.ts'
import { recordAudit } from './audit.repository.ts'
import type { Device, SessionService } from './session.service.ts'
import type { SmsCodeService, SmsGuessError } from './sms-code.service.ts'
import type { UserRepository } from './user.repository.ts'

export type SmsLogin = { mobile: string; smsCode: string; address: string; device: Device }

type LoginParts = {
  db: Database
  clock: Clock
  random: Random
  smsCodes: SmsCodeService
  sessions: SessionService
  users: UserRepository
}

export interface LoginService {
  bySmsCode(login: SmsLogin): Promise<Result<LoginAnswer, SmsGuessError>>
  logout(session: Session, address: string): Promise<void>
}

export function createLoginService({ db, clock, random, smsCodes, sessions, users }: LoginParts): LoginService {
  const audit = (
    tx: Database,
    kind: 'login' | 'loginFailed' | 'logout',
    who: { userId?: string; mobile?: string; address: string },
  ) =>
    recordAudit(tx, random, {
      at: clock.now(),
      kind,
      user_id: who.userId ?? null,
      mobile_masked: who.mobile === undefined ? null : maskMobile(who.mobile),
      address: who.address,
    })

  return {
    async bySmsCode({ mobile, smsCode, address, device }) {
      const outcome = await smsCodes.guess({ mobile, scene: 'login', code: smsCode }, async (tx) => {
        const { userId, isNew } = await users.getOrCreate(tx, mobile)
        const token = await sessions.open(tx, userId, device)
        await audit(tx, 'login', { userId, mobile, address })
        const userDetail = await users.findDetail(tx, { userId, source: null })
        if (userDetail === null) throw new Error('an account that was just found is gone')
        return { token, isFirstLogin: isNew, userDetail }
      })
      if (!outcome.ok && outcome.error.type === 'wrong') await audit(db, 'loginFailed', { mobile, address })
      return outcome
    },

    async logout(session, address) {
      await sessions.end(session)
      await audit(db, 'logout', { userId: session.userId, address })
    },
  }
}
