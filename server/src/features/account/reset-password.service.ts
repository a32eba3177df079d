import { normalisePassword, type PasswordFlaw } from '../../domain/account/password-rules.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Audit } from '../../platform/audit.ts'
import type { FindPasswordFlaw, PasswordHasher } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SessionService } from './session.service.ts'
import type { SmsCodeService, SmsGuessError } from './sms-code.service.ts'
import type { UserRepository } from './user.repository.ts'

export type PasswordReset = { mobile: string; smsCode: string; password: string; address: string }
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
