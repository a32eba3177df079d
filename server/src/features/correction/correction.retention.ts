import { type Clock, chinaDay, DAY_MS } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/portable-sql.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { UploadService } from '../../platform/uploads/upload.service.ts'

/** Evidence and mobile number stay available for this long after a decision; then both are erased. */
const RETENTION_AFTER_DECISION_MS = 180 * DAY_MS

type CorrectionRetentionDeps = { db: Database; clock: Clock; log: Logger; uploads: UploadService }

export function createCorrectionRetention({ db, clock, log, uploads }: CorrectionRetentionDeps) {
  let warnedOn = ''

  return {
    /** Erases unused pictures, and the evidence and mobile numbers of old decisions. */
    async deleteExpired(): Promise<void> {
      const longDecided = clock.now() - RETENTION_AFTER_DECISION_MS
      await uploads.eraseUnused()
      await uploads.eraseUsedBy(db.selectFrom('correction').select('number').where('decided_at', '<', longDecided))
      await db
        .updateTable('correction')
        .set({ mobile: null })
        .where('decided_at', '<', longDecided)
        .where('mobile', 'is not', null)
        .execute()
    },

    /** Deletes files that no row refers to. */
    deleteOrphanFiles: (): Promise<void> => uploads.deleteOrphanFiles(),

    /** Logs the number of overdue corrections, once a day. */
    async warnOfOverdue(): Promise<void> {
      const today = chinaDay(clock.now())
      if (warnedOn === today) return
      const overdue = await countRows(
        db.selectFrom('correction').where('state', '<>', '已办结').where('due_at', '<', clock.now()),
      )
      warnedOn = today
      if (overdue > 0) log.warn('corrections-overdue', { count: overdue })
    },
  }
}
