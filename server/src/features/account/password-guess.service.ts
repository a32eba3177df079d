import { normalisePassword } from '../../domain/account/password-rules.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { PasswordHasher } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Limited, Limiter, Receipt } from '../../platform/limits/limiter.ts'
import type { CaptchaService } from './captcha.service.ts'
import type { UserRepository } from './user.repository.ts'

/** `captchaId` is empty when no captcha was required. */
export type PasswordGuess = {
  mobile: string
  password: string
  captchaId: string
  captchaCode: string
  address: string
}
export type PasswordGuessError =
  | Limited
  /** The account has no guesses left without a captcha. */
  | { type: 'captchaNeeded' }
  | { type: 'captchaWrong' }
  /** Returned also for a number without an account, and for an account without a password. */
  | { type: 'wrong' }

type PasswordGuessDeps = {
  db: Database
  captchas: CaptchaService
  hasher: PasswordHasher
  limiter: Limiter
  users: UserRepository
}

export interface PasswordGuessService {
  /** Runs `onRight` in a transaction when the password is right. @throws Overloaded */
  guess<T>(
    guess: PasswordGuess,
    onRight: (tx: Database, userId: string) => Promise<T>,
  ): Promise<Result<T, PasswordGuessError>>
}

export function createPasswordGuessService(deps: PasswordGuessDeps): PasswordGuessService {
  const { db, captchas, hasher, limiter, users } = deps

  /**
   * Takes one guess. An account without guesses left requires a captcha; it is never locked, because otherwise anyone
   * could lock out its owner. Numbers without an account are counted like those with one.
   */
  async function admit(guess: PasswordGuess): Promise<Result<Receipt, PasswordGuessError>> {
    const ofAddress = { limit: 'wrongPasswordsPerAddress', subject: guess.address } as const
    if (guess.captchaId === '') {
      const taken = await limiter.take([{ limit: 'wrongPasswordsPerAccount', subject: guess.mobile }, ofAddress])
      const needsCaptcha = !taken.ok && taken.error.limit === 'wrongPasswordsPerAccount'
      return needsCaptcha ? failed({ type: 'captchaNeeded' }) : taken
    }
    const taken = await limiter.take([ofAddress])
    if (!taken.ok || (await captchas.consume(guess.captchaId, guess.captchaCode))) return taken
    await limiter.giveBack(taken.value)
    return failed({ type: 'captchaWrong' })
  }

  /**
   * Returns the account that the password opens, and the hash to store from now on; null when the password is wrong.
   */
  async function verify({ mobile, password: typed }: PasswordGuess) {
    const password = normalisePassword(typed)
    const account = await users.findPassword(db, mobile)
    const isRight = await hasher.verify(account?.passwordHash ?? null, password)
    if (account === null || account.passwordHash === null || !isRight) return null
    const from = account.passwordHash
    return { userId: account.userId, from, to: (await hasher.strengthen(from, password)) ?? from }
  }

  return {
    async guess(guess, onRight) {
      // The guess is taken before the password is verified and given back unless it was wrong, so that concurrent
      // guesses cannot exceed the limit.
      const admitted = await admit(guess)
      if (!admitted.ok) return admitted
      let wasWrong = false
      try {
        const verified = await verify(guess)
        wasWrong = verified === null
        if (verified === null) return failed({ type: 'wrong' })
        return await db.transaction().execute(async (tx) => {
          // A password changed in the meantime is no longer right. The hash is written even when it stays the same: the
          // row lock orders this login and a concurrent reset, so no session outlives the password it was opened with.
          const isStillRight = await users.replacePassword(tx, verified)
          return isStillRight ? ok(await onRight(tx, verified.userId)) : failed({ type: 'wrong' })
        })
      } finally {
        if (!wasWrong) await limiter.giveBack(admitted.value)
      }
    },
  }
}
