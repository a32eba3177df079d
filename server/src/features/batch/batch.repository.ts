import { BATCH_DAYS, BATCH_PAGE_SIZE, type BatchJob, type BatchView } from '@baiqicha/contract/batch'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Clock, DAY_MS, isoOf } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/portable-sql.ts'
import type { BatchJobTable, BatchRowTable } from '../../platform/database/tables/submission.ts'

const BATCH_KEPT_MS = BATCH_DAYS * DAY_MS
/** Rows of one insert: PostgreSQL and SQLite bound the parameters of a statement. */
const INSERTED_ROWS = 200

export type StoredBatchRow = Omit<BatchRowTable, 'job_id' | 'name' | 'code'>

const ids = z.array(z.string())
export const candidateIds = (stored: string): string[] => (stored === '[]' ? [] : z.parse(ids, JSON.parse(stored)))

const noCounts = { matched: 0, open: 0, chosen: 0, missing: 0, invalid: 0 }

/** Joins each row with the first one of the same text, which has the result. */
export const rowsWithResults = (db: Database) =>
  db
    .selectFrom('batch_row as row')
    .innerJoin('batch_row as first', (join) =>
      join.onRef('first.job_id', '=', 'row.job_id').onRef('first.number', '=', 'row.first_number'),
    )

/** The view that a result belongs to. */
const viewOf = sql<Exclude<BatchView, 'all'> | 'waiting'>`case first.result
  when '唯一匹配' then 'matched' when '未收录' then 'missing' when '无效' then 'invalid'
  when '多个候选' then case when first.is_chosen = 1 then 'chosen' else 'open' end else 'waiting' end`

const rowColumns = [
  ...(['row.number as number', 'row.first_number as first_number', 'row.input as input'] as const),
  ...(['first.result as result', 'first.why as why', 'first.company_id as company_id'] as const),
  ...(['first.candidates as candidates', 'first.is_chosen as is_chosen'] as const),
]

export function createBatchRepository({ db, clock }: { db: Database; clock: Clock }) {
  const rowsOfJob = (jobId: string) => rowsWithResults(db).where('row.job_id', '=', jobId)

  /** Lists of this person that are not deleted and whose time is not over. */
  const jobsOf = (userId: string) =>
    db
      .selectFrom('batch_job')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', '!=', 'deleted')
      .where('created_at', '>', clock.now() - BATCH_KEPT_MS)
  const jobOf = (userId: string, id: string) => jobsOf(userId).where('id', '=', id).executeTakeFirst()

  async function present(job: BatchJobTable): Promise<BatchJob> {
    const rows = await rowsOfJob(job.id)
      .select(viewOf.as('view'))
      .select((row) => row.fn.countAll<number>().as('count'))
      .groupBy(sql`1`)
      .execute()
    const counted = new Map<string, number>(rows.map(({ view, count }) => [view, count]))
    const { state, created_at: createdAt, finished_at: finishedAt } = job
    return {
      id: job.id,
      listName: job.file_name,
      encoding: job.encoding,
      state: state === 'deleted' ? 'cancelled' : state,
      total: job.total,
      done: job.done_through,
      counts: {
        ...noCounts,
        ...Object.fromEntries(Object.keys(noCounts).map((view) => [view, counted.get(view) ?? 0])),
      },
      createdAt: isoOf(createdAt),
      finishedAt: finishedAt === null ? null : isoOf(finishedAt),
      keptUntil: isoOf(createdAt + BATCH_KEPT_MS),
    }
  }

  return {
    jobOf,
    present,

    /** Newest first. */
    async list(userId: string): Promise<BatchJob[]> {
      const jobs = await jobsOf(userId).orderBy('created_at', 'desc').orderBy('id').execute()
      const presented: BatchJob[] = []
      for (const job of jobs) presented.push(await present(job))
      return presented
    },

    /** Lists and rows since an instant, deleted ones included. */
    async usedSince(tx: Database, userId: string, since: number): Promise<{ lists: number; rows: number }> {
      const used = await tx
        .selectFrom('batch_job')
        .select((job) => [
          job.fn.countAll<number>().as('lists'),
          job.fn.coalesce(job.fn.sum<number>('total'), sql.lit(0)).as('rows'),
        ])
        .where('user_id', '=', userId)
        .where('created_at', '>=', since)
        .executeTakeFirst()
      return { lists: used?.lists ?? 0, rows: used?.rows ?? 0 }
    },

    async insert(tx: Database, job: BatchJobTable, rows: readonly BatchRowTable[]): Promise<void> {
      await tx.insertInto('batch_job').values(job).execute()
      for (let at = 0; at < rows.length; at += INSERTED_ROWS)
        await tx
          .insertInto('batch_row')
          .values(rows.slice(at, at + INSERTED_ROWS))
          .execute()
    },

    async page(jobId: string, { view, page }: { view: BatchView; page: number }) {
      const all = rowsOfJob(jobId)
      const shown = view === 'all' ? all : all.where(viewOf, '=', view)
      const [rows, total] = await Promise.all([
        shown
          .select(rowColumns)
          .orderBy('row.number')
          .limit(BATCH_PAGE_SIZE)
          .offset((page - 1) * BATCH_PAGE_SIZE)
          .execute(),
        countRows(shown),
      ])
      return { rows: rows satisfies StoredBatchRow[], total }
    },

    /** Every row that is looked up, in order, as the file has them. */
    rowsOf: (jobId: string): Promise<StoredBatchRow[]> =>
      rowsOfJob(jobId).select(rowColumns).orderBy('row.number').execute(),

    rowOf: (jobId: string, number: number): Promise<StoredBatchRow | undefined> =>
      rowsOfJob(jobId).select(rowColumns).where('row.number', '=', number).executeTakeFirst(),

    /** Deletes lists whose time is over. */
    async deleteExpired(): Promise<void> {
      await db
        .deleteFrom('batch_job')
        .where('created_at', '<=', clock.now() - BATCH_KEPT_MS)
        .execute()
    },
  }
}

export type BatchRepository = ReturnType<typeof createBatchRepository>
