import { resultCode } from '@baiqicha/contract/result-codes'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Lease } from '../../platform/database/lease.ts'
import type { CompanyReportTable } from '../../platform/database/tables/submission.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Logger } from '../../platform/log/logger.ts'

const unavailable = (message: string) => new Refusal({ code: resultCode.reportUnavailable, message })

export const reportNotInMembership = () =>
  new Refusal({ code: resultCode.notInMembership, message: '生成报告为会员功能，请先开通会员' })
export const reportNotFound = () =>
  new Refusal({ code: resultCode.notFound, message: '未找到该报告，报告保留 24 小时' })
export const reportQueueFull = () => unavailable('当前生成报告人数较多，请稍后重试')
export const reportNotReady = () => unavailable('报告正在生成，请稍后打开')
export const reportFailed = (reason: string) => unavailable(reason)

/** Sentences that a failed report shows. */
export const failures = {
  removed: '该企业已移除，不再提供报告',
  interrupted: '报告未能生成，请重新生成',
} as const

export const REPORT_LEASE = 'company-reports'
/** A process that ended without giving the lease up is replaced after this time. Milliseconds. */
export const REPORT_LEASE_MS = 10_000
const RENEW_MS = 3_000

/** Processes that may end while they make a report, until it fails. */
const MOST_ATTEMPTS = 3

export type StoredReport = Omit<CompanyReportTable, 'pdf'>
export type FinishedReport = Pick<CompanyReportTable, 'state' | 'reason' | 'pages' | 'pdf'>

type ReportWorkerDeps = {
  db: Database
  /** Of all processes one works. */
  lease: Lease
  make: (row: StoredReport) => Promise<FinishedReport>
  log: Pick<Logger, 'error' | 'warn'>
}

export const failedReport = (reason: string): FinishedReport => ({ state: 'failed', reason, pages: null, pdf: null })

/** Columns of a report without its file. */
export const reportColumns = [
  ...(['id', 'number', 'user_id', 'company_id', 'company_name', 'state', 'reason'] as const),
  ...(['created_at', 'expires_at', 'pages', 'sections', 'attempts'] as const),
]

/** Reports that are waiting or being made. */
export const unfinishedReports = (db: Database) =>
  // As written in the index of unfinished reports.
  db.selectFrom('company_report').where(sql<boolean>`state in ('waiting', 'running')`)

/** Makes one report after the other, the oldest first. Begins a report again whose process has ended. */
export function createReportWorker({ db, lease, make, log }: ReportWorkerDeps) {
  let isClosed = false
  let running: Promise<void> | null = null
  /** Whether a report may have come after the last look for one. */
  let isAsked = false

  /** Stores the result unless the report was deleted, or another process has the lease. */
  async function finish(row: StoredReport, finished: FinishedReport) {
    if (isClosed || lease.token() === null) return
    await db
      .updateTable('company_report')
      .set(finished)
      .where('id', '=', row.id)
      .where('state', '=', 'running')
      .where('attempts', '=', row.attempts + 1)
      .execute()
  }

  async function makeOrFail(row: StoredReport): Promise<FinishedReport> {
    try {
      return await make(row)
    } catch (error) {
      // What has ended with the server is no failure of the report.
      if (!isClosed) log.error('report-failed', { error })
      return failedReport(failures.interrupted)
    }
  }

  /** Whether to go on at once. */
  async function turn(): Promise<boolean> {
    const row = isClosed
      ? undefined
      : await unfinishedReports(db)
          .select(reportColumns)
          .orderBy('created_at')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
    if (row === undefined || !(await lease.renew())) return false
    await db
      .updateTable('company_report')
      .set({ state: 'running', attempts: row.attempts + 1 })
      .where('id', '=', row.id)
      .execute()
    await finish(row, row.attempts >= MOST_ATTEMPTS ? failedReport(failures.interrupted) : await makeOrFail(row))
    return true
  }

  async function work() {
    // Making a report takes longer than the lease.
    const renewal = setInterval(() => {
      // The lease ends by itself.
      if (lease.token() !== null) void lease.renew().catch(() => {})
    }, RENEW_MS)
    try {
      for (let hasMore = true; hasMore; ) {
        isAsked = false
        hasMore = (await turn()) || isAsked
      }
    } finally {
      clearInterval(renewal)
      if (lease.token() !== null) await lease.release()
    }
  }

  return {
    /** Works until no report is unfinished, another process works, or the worker is closed. */
    run(): Promise<void> {
      isAsked = true
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    /** Leaves the report that is being made to the next process. */
    async close(): Promise<void> {
      isClosed = true
      if (lease.token() !== null) await lease.release()
    },
  }
}
