import type { Clock } from '../../domain/clock.ts'
import { maskMobile } from '../../domain/mask.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuditEventTable, AuditKind } from '../../platform/database/tables/account.ts'

/** Keeps what happened to accounts. Removed after half a year (app/maintenance.ts). */
export async function recordAudit(db: Database, random: Random, event: Omit<AuditEventTable, 'id'>): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({ id: randomId(random, 'a'), ...event })
    .execute()
}

/** Notes now who did what, the number masked. `db` may be a transaction. */
export type Audit = (
  db: Database,
  kind: AuditKind,
  who: { userId?: string; mobile?: string; address: string },
) => Promise<void>

export const createAudit =
  ({ clock, random }: { clock: Clock; random: Random }): Audit =>
  (db, kind, { userId, mobile, address }) =>
    recordAudit(db, random, {
      at: clock.now(),
      kind,
      user_id: userId ?? null,
      mobile_masked: mobile === undefined ? null : maskMobile(mobile),
      address,
    })
