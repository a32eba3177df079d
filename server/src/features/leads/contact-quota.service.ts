import type { Session } from '../../domain/account/session.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuditKind } from '../../platform/database/tables/account.ts'
import { noSession } from '../../platform/http/refusal.ts'
import type { ContactUse, ContactUseRepository } from './contact-use.repository.ts'
import { usesExhausted } from './leads.refusals.ts'

/** The caller of a limited call. `address` is for the audit. */
export type Caller = { session: Session; address: string }

export type AuditUse = (
  tx: Database,
  kind: Extract<AuditKind, 'contactsRevealed' | 'mobileSearched' | 'mobileDialled' | 'leadsExported'>,
  who: { userId: string; address: string; subject: string },
) => Promise<void>

type QuotaDeps = {
  db: Database
  uses: ContactUseRepository
  /** Locks the account for the transaction; undefined when there is none. */
  lockAccount: (tx: Database, userId: string) => Promise<object | undefined>
  audit: AuditUse
}

/** `audited`: ids of companies, never a number. */
type Spend = Pick<ContactUse, 'kind' | 'subject'> & { auditKind: Parameters<AuditUse>[1]; audited: string }

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
