import type { Clock } from '../domain/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/log/logger.ts'

const DAY = 86_400_000
/** The audit is kept for at least half a year. */
const AUDIT_MS = 190 * DAY

/** Removes what has run out: codes, captchas, sessions, tickets, buckets that are full again, old audit. */
export async function removeExpired(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('captcha').where('expires_at', '<', now).execute()
  await db.deleteFrom('sms_code').where('expires_at', '<', now).execute()
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
  await db.deleteFrom('external_ticket').where('expires_at', '<', now).execute()
  await db.deleteFrom('contact_proof').where('expires_at', '<', now).execute()
  await db.deleteFrom('partner_nonce').where('expires_at', '<', now).execute()
  // Long full, so that no call of this moment holds one.
  await db
    .deleteFrom('limit_bucket')
    .where('full_at', '<', now - DAY)
    .execute()
  await db
    .deleteFrom('audit_event')
    .where('at', '<', now - AUDIT_MS)
    .execute()
}

/** Runs a job again and again, one at a time, until stopped; a failure is logged and the next turn tries again. */
export function repeat(job: { name: string; everyMs: number; run: () => Promise<void>; log: Logger }): () => void {
  let running = false
  const turn = async () => {
    if (running) return
    running = true
    try {
      await job.run()
    } catch (error) {
      job.log.warn('job-failed', { detail: job.name, error })
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void turn(), job.everyMs).unref()
  return () => clearInterval(timer)
}
