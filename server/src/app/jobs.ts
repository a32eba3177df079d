import { statfs } from 'node:fs/promises'
import { type Clock, DAY_MS } from '../domain/clock.ts'
import { removeOldUses } from '../features/leads/contact-quota.service.ts'
import { eraseOldAudit } from '../features/operators/audit-log.service.ts'
import type { Database } from '../platform/database/database.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import { analyzePartitions, tablesToAnalyze } from '../platform/database/partitions/partitioned-tables.ts'
import type { Logger } from '../platform/log/logger.ts'
import { type OperationMonitor, SAMPLE_MS } from '../platform/operations/operation-monitor.ts'
import type { CompanySearch } from '../search/company-search.ts'
import type { Admissions } from './admission-rules.ts'

/** Audit events are stored for at least half a year. */
const AUDIT_MS = 190 * DAY_MS
/** Expired API keys are listed for so long. */
const EXPIRED_KEY_MS = 30 * DAY_MS
/** The audit of operators is stored for three years. */
const OPERATOR_AUDIT_MS = 3 * 365 * DAY_MS

/** Tables whose rows are deleted when they expire. */
const expiring = [
  'captcha',
  'sms_code',
  'company_report',
  'session',
  'operator_session',
  'external_ticket',
  'wechat_bind_token',
  'contact_proof',
  'partner_nonce',
] as const

/**
 * Deletes expired codes, captchas, sessions, tickets and proofs, buckets that are full again, old uses of contacts,
 * and old audit events.
 */
export async function removeExpired(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  for (const table of expiring) await db.deleteFrom(table).where('expires_at', '<', now).execute()
  // Shown as expired for a while.
  await db
    .deleteFrom('api_key')
    .where('expires_at', '<', now - EXPIRED_KEY_MS)
    .execute()
  // Full for a day, so that no running call uses the bucket.
  await db
    .deleteFrom('limit_bucket')
    .where('full_at', '<', now - DAY_MS)
    .execute()
  await db
    .deleteFrom('audit_event')
    .where('at', '<', now - AUDIT_MS)
    .execute()
  await db
    .deleteFrom('feedback_repeat')
    .where('at', '<', now - DAY_MS)
    .execute()
  await removeOldUses(db, clock)
  await eraseOldAudit(db, now - OPERATOR_AUDIT_MS)
}

/** Runs a job at an interval, one run at a time, until stopped. A failed run is logged and does not stop the job. */
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

const EVERY_MS = 60_000

/** Renews the statistics of partitioned tables. The returned function stops it and waits for a running renewal. */
export function renewPartitionStatistics(database: OpenDatabase, log: Logger): () => Promise<void> {
  if (database.kind === 'sqlite') return async () => {}
  const { db, url } = database
  let running = Promise.resolve()

  async function run() {
    const tables = await tablesToAnalyze(db)
    await analyzePartitions(url, tables)
    for (const table of tables) log.info('table-analysed', { detail: table })
  }

  const stop = repeat({
    name: 'partition-statistics',
    everyMs: EVERY_MS,
    run: () => {
      running = run()
      return running
    },
    log,
  })
  return async () => {
    stop()
    await running.catch(() => {})
  }
}

type SampleRequest = {
  monitor: OperationMonitor
  dataDir: string
  admission: Admissions
  index: Pick<CompanySearch, 'state'>
  db: Database
  log: Logger
}

/** The free share of the disk of a folder; null: not known. */
const freeShare = (folder: string) =>
  statfs(folder).then(
    ({ bavail, blocks }) => bavail / blocks,
    () => null,
  )

/** Ends a sample every ten seconds, and stores the minutes that are over. */
export function repeatSamples({ monitor, dataDir, admission, index, db, log }: SampleRequest): () => void {
  return repeat({
    name: 'sample-operations',
    everyMs: SAMPLE_MS,
    async run() {
      const { lagSeconds, segments, waiting } = index.state()
      const queues = Object.values(admission).reduce((sum, one) => sum + one.state().waiting, waiting)
      const memory = process.memoryUsage.rss()
      monitor.sample({ lagSeconds, segments, waiting: queues, memory, freeDisk: await freeShare(dataDir) })
      await monitor.flush(db, log)
    },
    log,
  })
}
