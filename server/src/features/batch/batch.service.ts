import {
  BATCH_LISTS_PER_DAY,
  BATCH_PAGE_SIZE,
  BATCH_ROWS,
  BATCH_ROWS_PER_DAY,
  type BatchAllowance,
  type BatchCompany,
  type BatchJob,
  type BatchRow,
  type BatchRows,
  type BatchView,
} from '@baiqicha/contract/batch'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { Session } from '../../domain/account/session.ts'
import { type Clock, dayStart } from '../../domain/clock.ts'
import { maskNumbersIn } from '../../domain/masking/masking.ts'
import { nameKey } from '../../domain/names/company-name.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import type { BatchJobTable, BatchRowTable } from '../../platform/database/tables/submission.ts'
import { noSession } from '../../platform/http/refusal.ts'
import { csvOf } from '../../platform/personal-data/csv.ts'
import type { ExportRow } from '../../platform/personal-data/personal-data.ts'
import {
  batchNotFound,
  candidateNotFound,
  filesForMembers,
  listsUsedUp,
  nothingInList,
  rowsUsedUp,
  tooManyRows,
} from './batch.refusals.ts'
import { type BatchRepository, candidateIds, type StoredBatchRow } from './batch.repository.ts'
import { type BatchOverview, batchCompanyFrom, batchFileColumns } from './batch-file.presenter.ts'
import { type BatchSources } from './batch-sources.repository.ts'
import type { ListEntry } from './list-rows.rules.ts'

/** Companies of a file that are read at a time: other requests go between. */
const FILE_PORTION = 100

/** A list as its reader found it. */
export type NewBatch = { listName: string | null; encoding: string | null; entries: readonly ListEntry[] }
type Sheet = { name: string; rows: string[][] }

type BatchDeps = {
  db: Database
  clock: Clock
  random: Random
  jobs: BatchRepository
  sources: BatchSources
  /** Locks the account for the transaction; undefined when there is none. */
  lockAccount: (tx: Database, userId: string) => Promise<object | undefined>
  levelOf: (userId: string) => Promise<'registered' | 'vip'>
  listSummaries: (ids: readonly string[]) => Promise<CompanySummary[]>
  overviewsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, BatchOverview>>
  /** Starts the work without waiting for its next turn. */
  onCreated: () => void
}

/** Rows with the same key are looked up once. */
const keyOf = ({ input, name, code }: ListEntry) =>
  name === null && code === null ? `! ${input}` : `${code ?? ''} ${name === null ? '' : nameKey(name)}`

function rowsOf(jobId: string, entries: readonly ListEntry[]): BatchRowTable[] {
  const firstOf = new Map<string, number>()
  return entries.map((entry, at) => {
    const number = at + 1
    const first = firstOf.get(keyOf(entry)) ?? number
    firstOf.set(keyOf(entry), first)
    const { input, name, code, fault } = entry
    return {
      job_id: jobId,
      number,
      first_number: first,
      // A list of customers may contain numbers of persons, which are nothing to look up.
      input: maskNumbersIn(input),
      name,
      code,
      result: fault === null ? null : '无效',
      why: fault ?? '',
      company_id: null,
      candidates: '[]',
      is_chosen: 0,
    }
  })
}

const NO_LONGER_STORED = '该企业已不再收录'

type Companies = {
  summaries: ReadonlyMap<string, CompanySummary>
  overviews: ReadonlyMap<string, BatchOverview>
}

/** What a row says now: a company may have been removed since it was looked up. */
function shownResult(row: StoredBatchRow, { summaries }: Pick<Companies, 'summaries'>) {
  const company = row.company_id === null ? null : (summaries.get(row.company_id) ?? null)
  const isGone = row.company_id !== null && company === null
  const same = row.first_number === row.number || row.result === null ? '' : `，与第 ${row.first_number} 行相同`
  return {
    company,
    result: isGone ? ('未收录' as const) : row.result,
    why: `${isGone ? NO_LONGER_STORED : row.why}${same}`,
  }
}

function present(row: StoredBatchRow, companies: Companies): BatchRow {
  const { company, result, why } = shownResult(row, companies)
  const shown = (id: string): BatchCompany[] => {
    const summary = companies.summaries.get(id)
    return summary === undefined ? [] : [batchCompanyFrom(summary, companies.overviews.get(id))]
  }
  return {
    number: row.number,
    input: row.input,
    result,
    why,
    company: company === null ? null : batchCompanyFrom(company, companies.overviews.get(company.id)),
    candidates: candidateIds(row.candidates).flatMap(shown),
    isChosen: row.is_chosen === 1,
  }
}

/** Cells of a sheet, with headings. */
const cellsOf = (rows: readonly ExportRow[]): string[][] => [
  Object.keys(rows[0] ?? {}),
  ...rows.map((row) => Object.values(row).map((value) => (value === null ? '' : maskNumbersIn(String(value))))),
]

export function createBatchService(deps: BatchDeps) {
  const { db, clock, random, jobs, sources, lockAccount, levelOf, listSummaries, overviewsOf, onCreated } = deps

  /** @throws Refusal when the list is not of this person */
  async function requireJob({ userId }: Session, id: string): Promise<BatchJobTable> {
    const job = await jobs.jobOf(userId, id)
    if (job === undefined) throw batchNotFound()
    return job
  }

  async function allowanceOf(tx: Database, userId: string): Promise<BatchAllowance> {
    const { lists, rows } = await jobs.usedSince(tx, userId, dayStart(clock.now()))
    if ((await levelOf(userId)) === 'registered')
      return { rowsLeft: Math.max(0, BATCH_ROWS_PER_DAY - rows), listsLeft: null }
    const listsLeft = Math.max(0, BATCH_LISTS_PER_DAY - lists)
    return { rowsLeft: listsLeft * BATCH_ROWS, listsLeft }
  }

  async function read(ids: readonly string[]): Promise<Companies> {
    const [summaries, overviews] = await Promise.all([listSummaries(ids), overviewsOf(ids)])
    return { summaries: new Map(summaries.map((summary) => [summary.id, summary])), overviews }
  }

  /** Ends the work on a list. */
  const stop = (id: string, values: Pick<BatchJobTable, 'state'> & { file_name?: null }, tx = db) =>
    tx
      .updateTable('batch_job')
      .set({ ...values, finished_at: clock.now() })
      .where('id', '=', id)

  return {
    /** @throws Refusal when the list is empty or too long, or more than is left of today */
    async create({ userId }: Session, { listName, encoding, entries }: NewBatch): Promise<BatchJob> {
      if (entries.length === 0) throw nothingInList()
      if (entries.length > BATCH_ROWS) throw tooManyRows(entries.length)
      const now = clock.now()
      const job: BatchJobTable = {
        id: randomId(random, 'b'),
        user_id: userId,
        file_name: listName,
        encoding,
        state: 'running',
        total: entries.length,
        done_through: 0,
        failures: 0,
        worked_at: now,
        created_at: now,
        finished_at: null,
      }
      await db.transaction().execute(async (tx) => {
        if ((await lockAccount(tx, userId)) === undefined) throw noSession()
        const { rowsLeft, listsLeft } = await allowanceOf(tx, userId)
        if (listsLeft === 0) throw listsUsedUp()
        if (listsLeft === null && entries.length > rowsLeft) throw rowsUsedUp(entries.length, rowsLeft)
        await jobs.insert(tx, job, rowsOf(job.id, entries))
      })
      onCreated()
      return jobs.present(job)
    },

    async list({ userId }: Session): Promise<{ list: BatchJob[]; allowance: BatchAllowance }> {
      return { list: await jobs.list(userId), allowance: await allowanceOf(db, userId) }
    },

    status: async (session: Session, id: string): Promise<BatchJob> => jobs.present(await requireJob(session, id)),

    async rows(
      session: Session,
      { id, view, page }: { id: string; view: BatchView; page: number },
    ): Promise<BatchRows> {
      await requireJob(session, id)
      const { rows, total } = await jobs.page(id, { view, page })
      const ids = new Set(rows.flatMap((row) => [row.company_id ?? [], candidateIds(row.candidates)].flat()))
      const companies = await read([...ids])
      return { list: rows.map((row) => present(row, companies)), total, page, pageSize: BATCH_PAGE_SIZE }
    },

    /** Chooses a candidate for a row and for those with the same text. `companyId`: null for none of them. */
    async choose(
      session: Session,
      { id, number, companyId }: { id: string; number: number; companyId: string | null },
    ): Promise<BatchJob> {
      const job = await requireJob(session, id)
      const row = await jobs.rowOf(id, number)
      const isCandidate = companyId === null || candidateIds(row?.candidates ?? '[]').includes(companyId)
      if (row?.result !== '多个候选' || !isCandidate) throw candidateNotFound()
      await db
        .updateTable('batch_row')
        .set({ company_id: companyId, is_chosen: 1, why: companyId === null ? '您选择了都不是' : '由您从候选中选择' })
        .where('job_id', '=', id)
        .where('number', '=', row.first_number)
        .execute()
      return jobs.present(job)
    },

    /** What is looked up already remains. */
    async cancel(session: Session, id: string): Promise<BatchJob> {
      await requireJob(session, id)
      await stop(id, { state: 'cancelled' }).where('state', '=', 'running').execute()
      return jobs.present(await requireJob(session, id))
    },

    /** Deletes the rows and the name of the file at once; that there was a list still counts today. */
    async remove(session: Session, id: string): Promise<void> {
      await requireJob(session, id)
      await db.transaction().execute(async (tx) => {
        await stop(id, { state: 'deleted', file_name: null }, tx).execute()
        await tx.deleteFrom('batch_row').where('job_id', '=', id).execute()
      })
    },

    /** The sheets of the file: the rows, and their sources. @throws Refusal for other users than members */
    async sheets(
      session: Session,
      id: string,
      origin: string,
    ): Promise<{ rows: ExportRow[]; sheets: () => Promise<Sheet[]> }> {
      await requireJob(session, id)
      if ((await levelOf(session.userId)) !== 'vip') throw filesForMembers()
      const stored = await jobs.rowsOf(id)
      const rows: ExportRow[] = []
      for (let at = 0; at < stored.length; at += FILE_PORTION) {
        const portion = stored.slice(at, at + FILE_PORTION)
        const matched = [...new Set(portion.flatMap((row) => row.company_id ?? []))]
        const open = portion.flatMap((row) => (row.is_chosen === 1 ? [] : candidateIds(row.candidates)))
        const [companies, others, origins] = await Promise.all([
          read(matched),
          listSummaries([...new Set(open)]),
          sources.originsOf(matched),
        ])
        const candidates = new Map(others.map((company) => [company.id, company]))
        for (const row of portion) {
          const { company, result, why } = shownResult(row, companies)
          const isOpen = row.is_chosen === 0
          rows.push(
            batchFileColumns(
              {
                number: row.number,
                input: row.input,
                result: result ?? '未查询',
                why,
                company,
                candidates: isOpen ? candidateIds(row.candidates).flatMap((one) => candidates.get(one) ?? []) : [],
                overview: company === null ? undefined : companies.overviews.get(company.id),
                origin: company === null ? undefined : origins.get(company.id),
              },
              origin,
            ),
          )
        }
      }
      return {
        rows,
        sheets: async () => [
          { name: '结果', rows: cellsOf(rows) },
          { name: '来源', rows: await sources.sheet() },
        ],
      }
    },
  }
}

export type BatchService = ReturnType<typeof createBatchService>

/** The rows as CSV, masked. */
export const batchCsv = (rows: readonly ExportRow[]): string => maskNumbersIn(csvOf(rows))
