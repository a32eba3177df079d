import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Lease } from '../../platform/database/lease.ts'
import { changesRow } from '../../platform/database/portable-sql.ts'
import type { BatchJobTable } from '../../platform/database/tables/submission.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { SearchUnavailable } from '../../search/company-search.ts'
import type { BatchLookup, LookupResult } from './batch-lookup.service.ts'

export const BATCH_LEASE = 'batch-lookups'
/** A process that ended without giving the lease up is replaced after this time. Milliseconds. */
export const BATCH_LEASE_MS = 10_000
/** A renewal is a write: one for several portions. */
const RENEW_MS = 2_000

/** Rows that are looked up and stored at a time: few, so that little is repeated after a restart. */
export const BATCH_PORTION = 25
/**
 * A portion begins so long after the one before, in milliseconds: 2,000 rows take six seconds, and the searches of others have
 * most of that time for themselves. A portion that takes longer is followed at once.
 */
const PORTION_EVERY_MS = 75
/** Consecutive failures of the same rows after which a list ends. */
const MOST_FAILURES = 5

type WorkerDeps = {
  db: Database
  clock: Clock
  /** Of all processes one works. */
  lease: Lease
  lookup: BatchLookup
  log: Pick<Logger, 'warn'>
}

/** The unfinished list that has waited longest. */
const nextBatchJob = (db: Database) =>
  db
    .selectFrom('batch_job')
    .selectAll()
    // As written in the index of unfinished lists.
    .where('state', '=', sql.lit('running'))
    .orderBy('worked_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Looks the lists up in turns, a portion each, so that a long list delays no short one. Continues where the last process ended. */
export function createBatchWorker({ db, clock, lease, lookup, log }: WorkerDeps) {
  let isClosed = false
  let running: Promise<void> | null = null
  let renewedAt = Number.NEGATIVE_INFINITY

  async function holdsLease(): Promise<boolean> {
    const now = performance.now()
    if (lease.token() !== null && now - renewedAt < RENEW_MS) return true
    renewedAt = now
    return lease.renew()
  }

  /** Stores a portion unless the list was cancelled or continued by another process meanwhile. */
  async function store(job: BatchJobTable, through: number, results: ReadonlyMap<number, LookupResult>) {
    const now = clock.now()
    const isDone = through >= job.total
    await db.transaction().execute(async (tx) => {
      const updated = await tx
        .updateTable('batch_job')
        .set({ done_through: through, failures: 0, worked_at: now, ...(isDone && { state: 'done', finished_at: now }) })
        .where('id', '=', job.id)
        .where('state', '=', 'running')
        .where('done_through', '=', job.done_through)
        .$call(changesRow)
      if (!updated) return
      for (const [number, { result, why, companyId, candidates }] of results)
        await tx
          .updateTable('batch_row')
          .set({ result, why, company_id: companyId, candidates: JSON.stringify(candidates) })
          .where('job_id', '=', job.id)
          .where('number', '=', number)
          .execute()
    })
  }

  async function lookUpPortion(job: BatchJobTable) {
    const rows = await db
      .selectFrom('batch_row')
      .select(['number', 'first_number', 'name', 'code', 'result'])
      .where('job_id', '=', job.id)
      .where('number', '>', job.done_through)
      .orderBy('number')
      .limit(BATCH_PORTION)
      .execute()
    const asked = rows.filter(({ number, first_number: first, result }) => result === null && first === number)
    const results = await lookup.lookUp(asked)
    // A process that was paused may have lost the lease.
    if (lease.token() === null) return
    const byNumber = new Map(
      asked.flatMap(({ number }, at) => (results[at] === undefined ? [] : [[number, results[at]]])),
    )
    await store(job, rows.at(-1)?.number ?? job.total, byNumber)
  }

  async function countFailure(job: BatchJobTable, error: unknown) {
    log.warn('batch-portion-failed', { detail: job.id, error })
    const isLast = job.failures + 1 >= MOST_FAILURES
    const now = clock.now()
    await db
      .updateTable('batch_job')
      .set({ failures: job.failures + 1, worked_at: now, ...(isLast && { state: 'failed', finished_at: now }) })
      .where('id', '=', job.id)
      .where('state', '=', 'running')
      .execute()
  }

  /** Whether to go on at once. */
  async function turn(): Promise<boolean> {
    const job = isClosed ? undefined : await nextBatchJob(db)
    if (job === undefined || !(await holdsLease())) return false
    const startedAt = performance.now()
    try {
      await lookUpPortion(job)
      await wait(Math.max(0, PORTION_EVERY_MS - (performance.now() - startedAt)))
      return true
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) await countFailure(job, error)
      return false
    }
  }

  async function work() {
    try {
      for (let hasMore = true; hasMore; ) hasMore = await turn()
    } finally {
      if (lease.token() !== null) await lease.release()
    }
  }

  return {
    /** Works until no list is unfinished, another process works, or the worker is closed. */
    run(): Promise<void> {
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    /** Ends after the current portion. */
    async close(): Promise<void> {
      isClosed = true
      await running?.catch(() => {})
    },
  }
}
