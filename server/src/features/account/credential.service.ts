import type { LoginAnswer } from '@baiqicha/contract/account'
import { normalisePassword, type PasswordFlaw } from '../../domain/account/password-rules.ts'
import type { Session } from '../../domain/account/session.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Audit } from '../../platform/audit.ts'
import type { FindPasswordFlaw, PasswordHasher } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PasswordGuess, PasswordGuessError, PasswordGuessService } from './password-guess.service.ts'
import type { Device, SessionService } from './session.service.ts'
import type { SmsCodeService, SmsGuessError } from './sms-code.service.ts'
import type { ConsentRepository, UserRepository } from './user.repository.ts'

/** An account whose owner proved their identity, with the agreements they accepted. */
type ProvenPerson = {
  userId: string
  mobile: string
  /** Whether this call created the account. */
  isNew: boolean
  agreementVersion: string
  address: string
  device: Device
}

/** Last step of every login, in the transaction that consumed the proof. */
type SignIn = (tx: Database, person: ProvenPerson) => Promise<LoginAnswer>

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
type SmsLogin = Login & { mobile: string; smsCode: string; address: string }
type PasswordLogin = Login & PasswordGuess

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

type Registration = {
  mobile: string
  smsCode: string
  password: string
  agreementVersion: string
  address: string
  device: Device
}
export type RegistrationError =
  | SmsGuessError
  | { type: 'unfit'; flaw: PasswordFlaw }
  /** Returned only after the code proved the number, so that others cannot find out who is registered. */
  | { type: 'registered' }

type RegisterDeps = {
  smsCodes: SmsCodeService
  findFlaw: FindPasswordFlaw
  hasher: PasswordHasher
  users: UserRepository
  signIn: SignIn
}

export const createRegisterService = (deps: RegisterDeps) => ({
  /** Creates an account with a password and signs it in. A refused password does not use up the code. */
  async register({ smsCode, password, ...who }: Registration): Promise<Result<LoginAnswer, RegistrationError>> {
    const { smsCodes, findFlaw, hasher, users, signIn } = deps
    const { mobile, address } = who
    const flaw = await findFlaw(password, mobile)
    if (flaw !== null) return failed({ type: 'unfit', flaw })
    const guess = { mobile, scene: 'register', code: smsCode, address } as const
    const outcome = await smsCodes.guessPrepared(guess, async () => {
      const passwordHash = await hasher.hash(normalisePassword(password))
      return async (tx) => {
        const userId = await users.create(tx, { mobile, passwordHash })
        return userId === null
          ? failed({ type: 'registered' as const })
          : ok(await signIn(tx, { ...who, userId, isNew: true }))
      }
    })
    return outcome.ok ? outcome.value : outcome
  },
})
export type RegisterService = ReturnType<typeof createRegisterService>

type PasswordReset = { mobile: string; smsCode: string; password: string; address: string }
export type PasswordResetError =
  | SmsGuessError
  /** `same` as the old password is returned only after the code proved the number: it reveals what the password is. */
  | { type: 'unfit'; flaw: PasswordFlaw | 'same' }
  /** Returned only after the code proved the number. */
  | { type: 'unregistered' }

type ResetPasswordDeps = {
  db: Database
  audit: Audit
  smsCodes: SmsCodeService
  findFlaw: FindPasswordFlaw
  hasher: PasswordHasher
  sessions: SessionService
  users: UserRepository
}

export function createResetPasswordService(deps: ResetPasswordDeps) {
  const { db, audit, smsCodes, findFlaw, hasher, sessions, users } = deps

  /** Does the slow hashing outside the transaction, in the same time for registered and unregistered numbers. */
  async function prepare({ mobile, password: typed }: PasswordReset) {
    const password = normalisePassword(typed)
    const account = await users.findPassword(db, mobile)
    const isSame = await hasher.verify(account?.passwordHash ?? null, password)
    return { userId: account?.userId ?? null, isSame, passwordHash: await hasher.hash(password) }
  }

  return {
    /**
     * Sets a new password and ends all sessions of the account, the calling one included. A refused password does not use
     * up the code; repeating the old one costs a guess.
     */
    async reset(reset: PasswordReset): Promise<Result<null, PasswordResetError>> {
      const { mobile, address } = reset
      const flaw = await findFlaw(reset.password, mobile)
      if (flaw !== null) return failed({ type: 'unfit', flaw })
      const guess = { mobile, scene: 'resetPassword', code: reset.smsCode, address } as const
      const outcome = await smsCodes.guessPrepared(guess, async () => {
        const { userId, isSame, passwordHash } = await prepare(reset)
        return async (tx, restoreCode): Promise<Result<null, PasswordResetError>> => {
          if (isSame) {
            await restoreCode()
            return failed({ type: 'unfit', flaw: 'same' })
          }
          // The password is set before the sessions end, so that a session being opened with the old password ends too.
          const isSet = userId !== null && (await users.setPassword(tx, userId, passwordHash))
          if (!isSet) return failed({ type: 'unregistered' })
          await sessions.endAll(tx, userId)
          await audit(tx, 'passwordReset', { userId, mobile, address })
          return ok(null)
        }
      })
      if (!outcome.ok && outcome.error.type === 'wrong') await audit(db, 'passwordResetFailed', { mobile, address })
      return outcome.ok ? outcome.value : outcome
    },
  }
}
export type ResetPasswordService = ReturnType<typeof createResetPasswordService>
