import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { ownerOfUser } from '../../platform/uploads/upload.service.ts'
import type { Audit } from './audit.repository.ts'

/** Accounts erased per run; the rest waits for the next run. */
const BATCH = 100

type ErasureDeps = { db: Database; clock: Clock; audit: Audit }

export interface ErasureService {
  /**
   * Erases every account whose erasure is due, each in one transaction. Safe to run twice, and in several processes at
   * once.
   */
  eraseDue(): Promise<void>
}

/**
 * Detaches corrections from their applicant. Unused pictures, and those of feedback, lose their owner and are erased with
 * the next expired ones (uploads/upload.service.ts).
 */
async function detachApplicant(tx: Database, userId: string, mobile: string) {
  await tx
    .updateTable('correction')
    .set({ user_id: null, mobile: null })
    .where((of) => of.or([of('user_id', '=', userId), of('mobile', '=', mobile)]))
    .execute()
  await tx
    .updateTable('upload')
    .set((of) => ({
      owner: '',
      created_at: 0,
      used_by: of.case().when('used_by', 'like', 'JC%').then(of.ref('used_by')).else(null).end(),
    }))
    .where('owner', '=', ownerOfUser(userId))
    .execute()
  await tx.deleteFrom('contact_proof').where('mobile', '=', mobile).execute()
  await tx.deleteFrom('update_request').where('user_id', '=', userId).execute()
  await tx.deleteFrom('inclusion_request').where('user_id', '=', userId).execute()
}

export function createErasureService({ db, clock, audit }: ErasureDeps): ErasureService {
  /**
   * Sessions, choices, histories and feedback are deleted with the account. Audit events and the HMAC of the gift stay: the law
   * requires the former, and the latter prevents a second gift.
   */
  const erase = (userId: string, mobile: string) =>
    db.transaction().execute(async (tx) => {
      // The same lock order as a login, so that an erasure and a login never deadlock.
      await tx.deleteFrom('sms_code').where('mobile', '=', mobile).execute()
      await tx.deleteFrom('external_ticket').where('mobile', '=', mobile).execute()
      const erased = await tx
        .deleteFrom('user_account')
        .where('id', '=', userId)
        .where('erase_at', '<=', clock.now())
        .returning('id')
        .executeTakeFirst()
      if (erased === undefined) return
      await detachApplicant(tx, userId, mobile)
      await audit(tx, 'erased', { userId, mobile, address: '' })
    })

  return {
    async eraseDue() {
      const due = await db
        .selectFrom('user_account')
        .select(['id', 'mobile'])
        .where('erase_at', '<=', clock.now())
        .orderBy('erase_at')
        .limit(BATCH)
        .execute()
      for (const { id, mobile } of due) await erase(id, mobile)
    },
  }
}
