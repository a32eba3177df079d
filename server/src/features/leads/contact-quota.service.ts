import { DIALS_PER_DAY, LEAD_EXPORTS_PER_DAY, REVEALS_PER_DAY } from '@baiqicha/contract/leads'
import type { Session } from '../../domain/account/session.ts'
import { type Clock, DAY_MS } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuditKind, ContactUseKind } from '../../platform/database/tables/account.ts'
import { noSession } from '../../platform/http/refusal.ts'
import { usesExhausted } from './leads.refusals.ts'

/** Uses in 24 hours. */
const usesPerDay: Readonly<Record<ContactUseKind, number>> = {
  reveal: REVEALS_PER_DAY,
  dial: DIALS_PER_DAY,
  export: LEAD_EXPORTS_PER_DAY,
}

export type ContactUse = {
  userId: string
  kind: ContactUseKind
  /** Id of the company; of a search by mobile number, the HMAC of the number. */
  subject: string
}

/** `left`: uses that remain within the 24 hours. `limited`: milliseconds until the oldest use is a day old. */
export type UseResult = { type: 'taken' | 'repeated'; left: number } | { type: 'limited'; waitMs: number }

/** Counts reveals, dials and exports of users. A table, not a token bucket: 30 a day are at most 30 in any 24 hours. */
export function createContactUseRepository({ clock, random }: { clock: Clock; random: Random }) {
  const usesOf = (db: Database, { userId, kind }: Pick<ContactUse, 'userId' | 'kind'>) =>
    db
      .selectFrom('contact_use')
      .select(['subject', 'at'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('at', '>', clock.now() - DAY_MS)
      .orderBy('at')
      .execute()

  function remainingOf(kind: ContactUseKind, uses: readonly { at: number }[]) {
    const left = Math.max(0, usesPerDay[kind] - uses.length)
    const now = clock.now()
    return { left, waitMs: left > 0 ? 0 : Math.min(DAY_MS, (uses[0]?.at ?? now) + DAY_MS - now) }
  }

  return {
    /**
     * Takes one use. A reveal of the same subject within 24 hours is free. `tx` is a transaction that has locked the
     * account, so parallel calls never exceed the limit.
     */
    async take(tx: Database, use: ContactUse): Promise<UseResult> {
      const { userId, kind, subject } = use
      const uses = await usesOf(tx, use)
      const { left, waitMs } = remainingOf(kind, uses)
      if (kind === 'reveal' && uses.some((one) => one.subject === subject)) return { type: 'repeated', left }
      if (left === 0) return { type: 'limited', waitMs }
      await tx
        .insertInto('contact_use')
        .values({ id: randomId(random, 'u'), user_id: userId, kind, subject, at: clock.now() })
        .execute()
      return { type: 'taken', left: left - 1 }
    },

    /** Uses that remain, and milliseconds until there is one; 0 while some remain. */
    remaining: async (
      db: Database,
      of: Pick<ContactUse, 'userId' | 'kind'>,
    ): Promise<{ left: number; waitMs: number }> => remainingOf(of.kind, await usesOf(db, of)),
  }
}
export type ContactUseRepository = ReturnType<typeof createContactUseRepository>

/** Deletes uses that count no more. */
export async function removeOldUses(db: Database, clock: Clock): Promise<void> {
  await db
    .deleteFrom('contact_use')
    .where('at', '<', clock.now() - DAY_MS)
    .execute()
}

/** The caller of a limited call. `address` is for the audit. */
export type Caller = { session: Session; address: string }

type QuotaDeps = {
  db: Database
  uses: ContactUseRepository
  /** Locks the account for the transaction; undefined when there is none. */
  lockAccount: (tx: Database, userId: string) => Promise<object | undefined>
  audit: Audit
}

/** `audited`: ids of companies, never a number. */
type Spend = Pick<ContactUse, 'kind' | 'subject'> & { auditKind: AuditKind; audited: string }

export function createContactQuota({ db, uses, lockAccount, audit }: QuotaDeps) {
  return {
    /** Spends one use and writes its audit event in one transaction. @throws Refusal when none is left */
    spend: (
      { session: { userId }, address }: Caller,
      { kind, subject, auditKind, audited }: Spend,
    ): Promise<{ left: number; isRepeated: boolean }> =>
      db.transaction().execute(async (tx) => {
        // Calls of one account run one after the other.
        if ((await lockAccount(tx, userId)) === undefined) throw noSession()
        const result = await uses.take(tx, { userId, kind, subject })
        if (result.type === 'limited') throw usesExhausted(kind, result.waitMs)
        if (result.type === 'taken') await audit(tx, auditKind, { userId, address, subject: audited })
        return { left: result.left, isRepeated: result.type === 'repeated' }
      }),
    left: async (userId: string, kind: ContactUse['kind']): Promise<number> =>
      (await uses.remaining(db, { userId, kind })).left,
    /** @throws Refusal when none is left */
    async check(userId: string, kind: ContactUse['kind']): Promise<void> {
      const { left, waitMs } = await uses.remaining(db, { userId, kind })
      if (left === 0) throw usesExhausted(kind, waitMs)
    },
  }
}
export type ContactQuota = ReturnType<typeof createContactQuota>
