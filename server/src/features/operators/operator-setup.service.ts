import { OPERATOR_PASSWORD_MIN } from '@baiqicha/contract/desk/action'
import type { DeskSessionInput, DeskSessionOutput } from '@baiqicha/contract/desk/operators'
import { normalisePassword, type PasswordFlaw } from '../../domain/account/password-rules.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import type { Cipher } from '../../platform/crypto/cipher.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { FindPasswordFlaw, PasswordHasher } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/database/database.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import {
  findByName,
  type LoginAttempts,
  type OperatorSessions,
  parseOperatorName,
  parseRoles,
} from './operator-login.service.ts'
import { newRecoveryCodes, newTotpSecret, type SecondFactor, totpAddress } from './second-factor.ts'

export type SetupError =
  /** Unknown, used or expired code. */
  | { type: 'void' }
  | { type: 'badName' }
  | { type: 'nameTaken' }
  | { type: 'password'; flaw: PasswordFlaw }
  /** The code of the authenticator is wrong. */
  | { type: 'wrong' }
  | { type: 'limited'; retryAfterSeconds: number }

/** `name`: null for the first administrator, who chooses it. */
type PendingSetup = DeskSessionOutput<'setup/find'>
type BegunSetup = DeskSessionOutput<'setup/begin'>

type OperatorSetupDeps = {
  db: Database
  clock: Clock
  random: Random
  cipher: Cipher
  hasher: PasswordHasher
  findPasswordFlaw: FindPasswordFlaw
  attempts: LoginAttempts
  secondFactor: SecondFactor
  sessions: OperatorSessions
  operatorAudit: AppendOperatorAudit
}

type SetupBeginning = DeskSessionInput<'setup/begin'>
type SetupCompletion = DeskSessionInput<'setup/finish'> & { address: string }

/** The set-up of an operator with a one-time code: password, authenticator and recovery codes. */
export function createOperatorSetups(deps: OperatorSetupDeps) {
  const { db, clock, random, cipher, hasher, secondFactor, sessions } = deps

  const findRow = (of: Database, setupCode: string) =>
    of
      .selectFrom('operator')
      .selectAll()
      .where('setup_hash', '=', sha256(setupCode))
      .where('setup_expires_at', '>', clock.now())
      .executeTakeFirst()

  async function flawOfPassword(password: string): Promise<PasswordFlaw | null> {
    if (Array.from(normalisePassword(password)).length < OPERATOR_PASSWORD_MIN) return 'short'
    return deps.findPasswordFlaw(password, '')
  }

  return {
    async find(setupCode: string): Promise<Result<PendingSetup, SetupError>> {
      const row = await findRow(db, setupCode)
      if (row === undefined || row.setup_expires_at === null) return failed({ type: 'void' })
      return ok({ name: row.name, roles: parseRoles(row.roles), expiresAt: row.setup_expires_at })
    },

    /** Stores password, secret and recovery codes, which replace those of an earlier beginning. */
    async begin({ setupCode, name: typed, password }: SetupBeginning): Promise<Result<BegunSetup, SetupError>> {
      const row = await findRow(db, setupCode)
      if (row === undefined) return failed({ type: 'void' })
      // The code must be right before a password is hashed.
      const name = row.name ?? parseOperatorName(typed)
      if (name === null) return failed({ type: 'badName' })
      const other = await findByName(db, name)
      if (other !== undefined && other.id !== row.id) return failed({ type: 'nameTaken' })
      const flaw = await flawOfPassword(password)
      if (flaw !== null) return failed({ type: 'password', flaw })
      const secret = newTotpSecret(random)
      const recoveryCodes = newRecoveryCodes(random)
      const passwordHash = await hasher.hash(normalisePassword(password))
      return db.transaction().execute(async (tx) => {
        const begun = await tx
          .updateTable('operator')
          .set({ password_hash: passwordHash, totp_secret: cipher.seal(secret), totp_step: 0 })
          .where('id', '=', row.id)
          .where('setup_hash', '=', row.setup_hash)
          .$call(changesRow)
        if (!begun) return failed({ type: 'void' })
        await secondFactor.storeRecoveryCodes(tx, row.id, recoveryCodes)
        return ok({ name, address: totpAddress(secret, name), secret, recoveryCodes })
      })
    },

    /** Completes the set-up with the first code of the authenticator. Returns the token of a session. */
    async finish({ setupCode, name: typed, code, address }: SetupCompletion): Promise<Result<string, SetupError>> {
      const attempt = sha256(setupCode)
      const retryAfterSeconds = await deps.attempts.take(attempt, address)
      if (retryAfterSeconds > 0) return failed({ type: 'limited', retryAfterSeconds })
      const finished = await db.transaction().execute(async (tx): Promise<Result<string, SetupError>> => {
        const row = await findRow(tx, setupCode)
        if (row === undefined || row.password_hash === null) return failed({ type: 'void' })
        const name = row.name ?? parseOperatorName(typed)
        if (name === null) return failed({ type: 'badName' })
        const other = await findByName(tx, name)
        if (other !== undefined && other.id !== row.id) return failed({ type: 'nameTaken' })
        if (!(await secondFactor.accept(tx, row, code))) return failed({ type: 'wrong' })
        const ended = await tx
          .updateTable('operator')
          .set({ name, setup_hash: null, setup_expires_at: null })
          .where('id', '=', row.id)
          .where('setup_hash', '=', row.setup_hash)
          .$call(changesRow)
        if (!ended) return failed({ type: 'void' })
        await deps.operatorAudit(tx, {
          operator: `desk:${name}`,
          action: 'operatorSetUp',
          subject: name,
          after: { roles: parseRoles(row.roles) },
        })
        return ok(await sessions.open(tx, row.id))
      })
      // Only a wrong set-up code or a wrong code of the authenticator is an attempt.
      const isGuess = !finished.ok && (finished.error.type === 'void' || finished.error.type === 'wrong')
      if (!isGuess) await deps.attempts.giveBack(attempt, address)
      return finished
    },
  }
}
export type OperatorSetups = ReturnType<typeof createOperatorSetups>
