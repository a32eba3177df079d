import { normalisePassword } from '../../domain/account/password-rules.ts'
import type { Clock } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { Hmac } from '../../platform/crypto/hmac.ts'
import type { PasswordHasher } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/database/database.ts'
import { type BucketStore, clamp, giveBack, spend, waitFor } from '../../platform/limits/buckets.ts'
import type { AppendOperatorAudit } from '../../platform/operator-audit.ts'
import { canSignIn, findByName } from './operator-row.ts'
import type { OperatorSession, OperatorSessions } from './operator-session.service.ts'
import type { SecondFactor } from './second-factor.ts'

/** Failed logins of one operator from one address; then each further attempt waits for a part of the period. */
const nameRule = { count: 5, seconds: 900 }
/** Failed logins from one address over all names. */
const addressRule = { count: 30, seconds: 300 }
const rules = [nameRule, addressRule]

type LoginAttemptsDeps = { store: BucketStore; clock: Clock; hmac: Hmac }

export function createLoginAttempts({ store, clock, hmac }: LoginAttemptsDeps) {
  const keysOf = (name: string, address: string) => [
    `operatorLogins/${hmac('operator login', name, address).slice(0, 32)}`,
    `operatorLoginsOfAddress/${hmac('operator login address', address).slice(0, 32)}`,
  ]
  return {
    /** Spends an attempt. Returns 0, or the seconds to wait when none is left. */
    take: (name: string, address: string): Promise<number> =>
      store.update(keysOf(name, address), (buckets) => {
        const now = clock.now()
        const wait = Math.max(...rules.map((rule, at) => waitFor(buckets[at] ?? null, rule, now)))
        const after = wait === 0 ? spend : clamp
        return {
          store: rules.map((rule, at) => after(buckets[at] ?? null, rule, now)),
          now,
          answer: Math.ceil(wait / 1000),
        }
      }),
    /** Refunds the attempt of a login that succeeded. */
    giveBack: (name: string, address: string): Promise<void> =>
      store.update(keysOf(name, address), (buckets) => {
        const now = clock.now()
        return { store: rules.map((rule, at) => giveBack(buckets[at] ?? null, rule, now)), now, answer: undefined }
      }),
  }
}
export type LoginAttempts = ReturnType<typeof createLoginAttempts>

export type LoginError =
  /** Unknown name, wrong password or wrong code: the answer is the same. */
  { type: 'wrong' } | { type: 'limited'; retryAfterSeconds: number }

type OperatorLoginDeps = {
  db: Database
  hasher: PasswordHasher
  attempts: LoginAttempts
  secondFactor: SecondFactor
  sessions: OperatorSessions
  operatorAudit: AppendOperatorAudit
}

type SignInRequest = { name: string; password: string; code: string; address: string }

export function createOperatorLogins(deps: OperatorLoginDeps) {
  const { db, hasher, attempts, secondFactor, sessions, operatorAudit } = deps

  return {
    /** Returns the token of the session. `address`: key of the caller for limits. */
    async signIn({ name: typed, password, code, address }: SignInRequest): Promise<Result<string, LoginError>> {
      const name = typed.normalize('NFKC').trim()
      const retryAfterSeconds = await attempts.take(name, address)
      if (retryAfterSeconds > 0) return failed({ type: 'limited', retryAfterSeconds })
      const stored = await findByName(db, name)
      const row = stored !== undefined && canSignIn(stored) ? stored : null
      const isRight = await hasher.verify(row?.password_hash ?? null, normalisePassword(password))
      const token = await db.transaction().execute(async (tx) => {
        // The code of a login with a wrong password is not used up.
        const isAccepted = await secondFactor.accept(tx, isRight ? row : null, code)
        if (row === null || !isAccepted) {
          // The typed name may be a password, so only names of operators are stored.
          const subject = row?.name ?? '-'
          await operatorAudit(tx, { operator: `desk:${subject}`, action: 'operatorSignInFailed', subject })
          return null
        }
        await operatorAudit(tx, { operator: `desk:${name}`, action: 'operatorSignedIn', subject: name })
        return sessions.open(tx, row.id)
      })
      if (token === null) return failed({ type: 'wrong' })
      await attempts.giveBack(name, address)
      return ok(token)
    },

    /** Checks a fresh code of an operator who has signed in. */
    async confirm(
      { operatorId, name }: OperatorSession,
      code: string,
      address: string,
    ): Promise<Result<null, LoginError>> {
      const retryAfterSeconds = await attempts.take(name, address)
      if (retryAfterSeconds > 0) return failed({ type: 'limited', retryAfterSeconds })
      const row = await db.selectFrom('operator').selectAll().where('id', '=', operatorId).executeTakeFirst()
      const isAccepted = await db.transaction().execute(async (tx) => {
        if (await secondFactor.accept(tx, row ?? null, code)) return true
        await operatorAudit(tx, { operator: `desk:${name}`, action: 'operatorCodeRefused', subject: name })
        return false
      })
      if (!isAccepted) return failed({ type: 'wrong' })
      await attempts.giveBack(name, address)
      return ok(null)
    },
  }
}
export type OperatorLogins = ReturnType<typeof createOperatorLogins>
