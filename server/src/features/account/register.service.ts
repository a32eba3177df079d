import type { LoginAnswer } from '@baiqicha/contract/account'
import { normalisePassword, type PasswordFlaw } from '../../domain/account/password-rules.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { FindPasswordFlaw, PasswordHasher } from '../../platform/crypto/passwords.ts'
import type { SignIn } from './login.service.ts'
import type { Device } from './session.service.ts'
import type { SmsCodeService, SmsGuessError } from './sms-code.service.ts'
import type { UserRepository } from './user.repository.ts'

export type Registration = {
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
