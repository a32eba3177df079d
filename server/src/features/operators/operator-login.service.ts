import { setTimeout as wait } from 'node:timers/promises'
import { OPERATOR_NAME_MAX, type OperatorRole, operatorRoles } from '@baiqicha/contract/desk/action'
import * as z from 'zod/mini'
import { normalisePassword } from '../../domain/account/password-rules.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { AppendOperatorAudit } from '../../platform/audit.ts'
import { type Hmac, sha256 } from '../../platform/crypto/hmac.ts'
import type { PasswordHasher } from '../../platform/crypto/passwords.ts'
import type { Database } from '../../platform/database/database.ts'
import type { OperatorTable } from '../../platform/database/tables/operator.ts'
import { type BucketStore, clamp, giveBack, spend, waitFor } from '../../platform/limits/buckets.ts'
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
        const waitMs = Math.max(...rules.map((rule, at) => waitFor(buckets[at] ?? null, rule, now)))
        const after = waitMs === 0 ? spend : clamp
        return {
          store: rules.map((rule, at) => after(buckets[at] ?? null, rule, now)),
          now,
          answer: Math.ceil(waitMs / 1000),
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

const MINUTE = 60_000
const LIFE_MS = 8 * 60 * MINUTE
const IDLE_MS = 30 * MINUTE
/** A use is stored when the stored one is older. */
const STORE_USE_MS = MINUTE
/** A call waits no longer until its use is stored: a batch of an import may hold the database longer than a call may take. */
const USE_WAIT_MS = 300
const TOKEN_BYTES = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** An operator who has signed in. */
export type OperatorSession = {
  operatorId: string
  name: string
  roles: readonly OperatorRole[]
  tokenHash: string
  /** Milliseconds; earlier without use. */
  expiresAt: number
}

export function createOperatorSessions(deps: { db: Database; clock: Clock; random: Random }) {
  const { db, clock, random } = deps

  return {
    /** Opens a session in the transaction of the login and returns its token. */
    async open(tx: Database, operatorId: string): Promise<string> {
      const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
      const now = clock.now()
      await tx
        .insertInto('operator_session')
        .values({
          token_hash: sha256(token),
          operator_id: operatorId,
          created_at: now,
          last_used_at: now,
          expires_at: now + LIFE_MS,
        })
        .execute()
      return token
    },

    /** null: unknown, ended, expired, or half an hour without use. */
    async find(token: string): Promise<OperatorSession | null> {
      if (!tokenPattern.test(token)) return null
      const tokenHash = sha256(token)
      const row = await db
        .selectFrom('operator_session')
        .innerJoin('operator', 'operator.id', 'operator_session.operator_id')
        .select(['operator_id', 'name', 'roles', 'last_used_at', 'expires_at'])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (row === undefined) return null
      const now = clock.now()
      if (now >= row.expires_at || now - row.last_used_at >= IDLE_MS) {
        await endByHash(tokenHash)
        return null
      }
      if (now - row.last_used_at >= STORE_USE_MS) {
        const stored = db
          .updateTable('operator_session')
          .set({ last_used_at: now })
          .where('token_hash', '=', tokenHash)
          .execute()
        // Without it the next use is stored.
        await Promise.race([stored, wait(USE_WAIT_MS, undefined, { ref: false })]).catch(() => {})
      }
      const { operator_id: operatorId, name, expires_at: expiresAt } = row
      return { operatorId, name: name ?? '', roles: parseRoles(row.roles), tokenHash, expiresAt }
    },

    end: ({ tokenHash }: OperatorSession): Promise<void> => endByHash(tokenHash),
  }

  async function endByHash(tokenHash: string) {
    await db.deleteFrom('operator_session').where('token_hash', '=', tokenHash).execute()
  }
}
export type OperatorSessions = ReturnType<typeof createOperatorSessions>

const rolesJson = z.array(z.enum(operatorRoles))

export const parseRoles = (text: string): OperatorRole[] => z.parse(rolesJson, JSON.parse(text))

/** Each role once, in the order of the list. */
export const rolesText = (roles: readonly OperatorRole[]): string =>
  JSON.stringify(operatorRoles.filter((role) => roles.includes(role)))

/** A name as it is stored; null: empty, too long, or with characters that a command or a log cannot show. */
export function parseOperatorName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim()
  const { length } = Array.from(name)
  return length > 0 && length <= OPERATOR_NAME_MAX && /^[\p{L}\p{N}._-]+$/u.test(name) ? name : null
}

/** Whether an operator can sign in: the set-up is complete and the operator has a role. */
export const canSignIn = (row: OperatorTable): boolean =>
  row.setup_hash === null && row.password_hash !== null && row.totp_secret !== null && row.roles !== '[]'

export const findByName = (db: Database, name: string) =>
  db.selectFrom('operator').selectAll().where('name', '=', name).executeTakeFirst()
