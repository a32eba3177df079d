import type { Clock } from '../domain/clock.ts'
import { maskMobile } from '../domain/masking/masking.ts'
import { type Random, randomId } from '../domain/random.ts'
import type { Database } from './database/database.ts'
import type { AuditKind } from './database/tables/account.ts'

/**
 * Writes an audit event with the current time and the masked number. Events are removed after 190 days
 * (app/jobs.ts). `subject` is the object of the action when that is not the account. `db` may be a transaction.
 */
export type Audit = (
  db: Database,
  kind: AuditKind,
  who: { userId?: string; mobile?: string; address: string; subject?: string },
) => Promise<void>

export function createAudit({ clock, random }: { clock: Clock; random: Random }): Audit {
  return async (db, kind, { userId, mobile, address, subject }) => {
    await db
      .insertInto('audit_event')
      .values({
        id: randomId(random, 'a'),
        at: clock.now(),
        kind,
        user_id: userId ?? null,
        mobile_masked: mobile === undefined ? null : maskMobile(mobile),
        address,
        subject: subject ?? null,
      })
      .execute()
  }
}
