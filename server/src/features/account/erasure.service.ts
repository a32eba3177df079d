import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { erasePerson, type Person, type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { ErasureNotDue } from './account.personal-data.ts'
import type { Audit } from './audit.repository.ts'

/** Accounts erased per run; the rest waits for the next run. */
const BATCH = 100

type ErasureDeps = { db: Database; clock: Clock; audit: Audit; register: readonly PersonalData[] }

export function createErasureService({ db, clock, audit, register }: ErasureDeps) {
  async function erase(person: Person) {
    try {
      await db.transaction().execute(async (tx) => {
        await erasePerson(tx, register, person)
        await audit(tx, 'erased', { ...person, address: '' })
      })
    } catch (error) {
      if (!(error instanceof ErasureNotDue)) throw error
    }
  }

  return {
    /**
     * Erases every account whose erasure is due, each in one transaction. Safe to run twice, and in several processes at
     * once.
     */
    async eraseDue(): Promise<void> {
      const due = await db
        .selectFrom('user_account')
        .select(['id', 'mobile'])
        .where('erase_at', '<=', clock.now())
        .orderBy('erase_at')
        .limit(BATCH)
        .execute()
      for (const { id, mobile } of due) await erase({ userId: id, mobile })
    },
  }
}
