import type { LoginAnswer } from '@baiqicha/contract/account'
import type { Session } from '../../domain/account/session.ts'
import type { Result } from '../../domain/result.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PasswordGuess, PasswordGuessError, PasswordGuessService } from './password-guess.service.ts'
import type { Device, SessionService } from './session.service.ts'
import type { SmsCodeService, SmsGuessError } from './sms-code.service.ts'
import type { ConsentRepository, UserRepository } from './user.repository.ts'

/** An account whose owner proved their identity, with the agreements they accepted. */
export type ProvenPerson = {
  userId: string
  mobile: string
  /** Whether this call created the account. */
  isNew: boolean
  agreementVersion: string
  address: string
  device: Device
}

/** Last step of every login, in the transaction that consumed the proof. */
export type SignIn = (tx: Database, person: ProvenPerson) => Promise<LoginAnswer>

type SignInDeps = { audit: Audit; consents: ConsentRepository; sessions: SessionService; users: UserRepository }

export const createSignIn =
  ({ audit, consents, sessions, users }: SignInDeps): SignIn =>
  async (tx, { userId, mobile, isNew, agreementVersion, address, device }) => {
    const token = await sessions.open(tx, userId, device)
    await consents.record(tx, { userId, agreementVersion, deviceType: device.deviceType })
    await audit(tx, isNew ? 'register' : 'login', { userId, mobile, address })
    const userDetail = await users.findDetail(tx, { userId, source: null })
    if (userDetail === null) throw new Error('the account disappeared during the login')
    return { token, isFirstLogin: isNew, userDetail }
  }

type Login = { agreementVersion: string; device: Device }
export type SmsLogin = Login & { mobile: string; smsCode: string; address: string }
export type PasswordLogin = Login & PasswordGuess

type LoginDeps = {
  db: Database
  audit: Audit
  smsCodes: SmsCodeService
  passwords: PasswordGuessService
  sessions: SessionService
  users: UserRepository
  signIn: SignIn
}

export function createLoginService(deps: LoginDeps) {
  const { db, audit, smsCodes, passwords, sessions, users, signIn } = deps
  return {
    /** Creates the account when the number has none. */
    async bySmsCode({ smsCode, ...who }: SmsLogin): Promise<Result<LoginAnswer, SmsGuessError>> {
      const { mobile, address } = who
      const outcome = await smsCodes.guess({ mobile, scene: 'login', code: smsCode, address }, async (tx) =>
        signIn(tx, { ...who, ...(await users.getOrCreate(tx, mobile)) }),
      )
      if (!outcome.ok && outcome.error.type === 'wrong') await audit(db, 'loginFailed', { mobile, address })
      return outcome
    },

    /** @throws Overloaded when too many passwords are being hashed. */
    async byPassword({
      password,
      captchaId,
      captchaCode,
      ...who
    }: PasswordLogin): Promise<Result<LoginAnswer, PasswordGuessError>> {
      const { mobile, address } = who
      const outcome = await passwords.guess({ mobile, password, captchaId, captchaCode, address }, (tx, userId) =>
        signIn(tx, { ...who, userId, isNew: false }),
      )
      if (!outcome.ok && outcome.error.type === 'wrong') await audit(db, 'loginFailed', { mobile, address })
      return outcome
    },

    async logout(session: Session, address: string): Promise<void> {
      await sessions.end(session)
      await audit(db, 'logout', { userId: session.userId, address })
    },
  }
}
export type LoginService = ReturnType<typeof createLoginService>
