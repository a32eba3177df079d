import { setTimeout as wait } from 'node:timers/promises'
import type { OperatorRole } from '@baiqicha/contract/desk/action'
import type { Clock } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { sha256 } from '../../platform/crypto/hmac.ts'
import type { Database } from '../../platform/database/database.ts'
import { parseRoles } from './operator-row.ts'

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
