import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UploadService } from '../../platform/uploads/upload.service.ts'
import { CLOSES_AFTER_MS, RETENTION_AFTER_CLOSING_MS } from './feedback-state.rules.ts'

type FeedbackRetentionDeps = { db: Database; clock: Clock; uploads: Pick<UploadService, 'eraseUsedBy'> }

export const createFeedbackRetention = ({ db, clock, uploads }: FeedbackRetentionDeps) => ({
  /** Closes feedback that was answered long ago, and deletes contact and pictures of what was closed long ago. */
  async deleteExpired(): Promise<void> {
    const now = clock.now()
    await db
      .updateTable('feedback')
      .set({ state: '已关闭', closed_at: now })
      .where('state', '=', '已回复')
      .where('answered_at', '<', now - CLOSES_AFTER_MS)
      .execute()
    const longClosed = now - RETENTION_AFTER_CLOSING_MS
    await uploads.eraseUsedBy(db.selectFrom('feedback').select('number').where('closed_at', '<', longClosed))
    await db
      .updateTable('feedback')
      .set({ contact: null })
      .where('closed_at', '<', longClosed)
      .where('contact', 'is not', null)
      .execute()
  },
})
