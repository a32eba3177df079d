import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuditEventTable } from '../../platform/database/tables/account.ts'

/** Keeps what happened to accounts. Removed after half a year (app/maintenance.ts). */
export async function recordAudit(db: Database, random: Random, event: Omit<AuditEventTable, 'id'>): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({ id: randomId(random, 'a'), ...event })
    .execute()
}
