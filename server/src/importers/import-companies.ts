import path from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { type BulkSession, openBulkSession } from '../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import type { ReferenceData } from '../platform/reference-data.ts'
import { explained } from './import-failure.ts'
import { ImportRefused } from './import-refused.ts'
import { findRun, type ImportRun, importRunId, newRun, saveRun } from './import-run.ts'
import { createStep } from './import-step.ts'
import { openInput } from './input/open-input.ts'
import { openTable, type Table } from './input/table-rows.ts'
import type { Mapping } from './mapping.ts'
import { createNamesInFile } from './names-in-file.ts'
import { openRejects, type Reject } from './rejects.ts'
import { rowBatches } from './row-batches.ts'
import { createStatementReader } from './statements.ts'
import { openTakenRows } from './taken-rows.ts'

export type ImportRequest = {
  file: string
  sourceId: string
  mapping: Mapping
  /** Reads and checks everything, stores nothing. */
  dryRun?: boolean
  /** Answers at once where this very import has been done before. */
  skipIfDone?: boolean
  /** Share of the rows read above which the import stops, 0 to 1. */
  maxRejectShare?: number
  /** Where rejected rows are named. null: nowhere, and the first one stops the import. */
  rejectsFile: string | null
  onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress = {
  fileName: string
  rowsRead: number
  rejected: number
  /** Share of the file that has been read, 0 to 1. */
  share: number
}

/** `created + changed + unchanged + waiting + rejected` is `rowsRead`. */
export type ImportSummary = {
  fileName: string
  rowsRead: number
  /** Rows whose company was new, was known and changed, was known and stayed. */
  created: number
  changed: number
  unchanged: number
  /** Rows set aside: they name their company by a code or key alone, and no company has it yet. */
  waiting: number
  rejected: number
  /** Rows that an interrupted run before this one had done. */
  resumedAt: number
  /** Nothing was done: the same import was done before. */
  skipped: boolean
  /** Words that no reference table knows and that were left out, by field. */
  leftOut: Record<string, number>
  /** Columns of the file that the mapping does not read. */
  unusedColumns: string[]
}

export type CompanyImporter = { run(request: ImportRequest): Promise<ImportSummary> }

export type ImporterNeeds = { database: OpenDatabase; clock: Clock; reference: ReferenceData }

export const DEFAULT_MAX_REJECT_SHARE = 0.01
/** A share says nothing of fewer rows. */
const SHARE_COUNTS_FROM = 1_000

/**
 * Imports one file at a time. Each batch and how far it brought the import are stored together, so that an interrupted
 * import goes on where it stopped, to the same end. Throws `ImportRefused` for what an operator can put right.
 */
export function createCompanyImporter(needs: ImporterNeeds): CompanyImporter {
  return {
    run: async (request) => {
      const session = await openBulkSession(needs.database)
      if (session === null) throw new ImportRefused('另一个导入正在进行，请等它结束。')
      try {
        return await runImport(session, request, needs)
      } catch (error) {
        throw explained(error)
      } finally {
        await session.close()
      }
    },
  }
}

async function runImport(session: BulkSession, request: ImportRequest, needs: ImporterNeeds): Promise<ImportSummary> {
  const { file, sourceId, mapping } = request
  const fileName = path.basename(file)
  const isDryRun = request.dryRun === true
  const { source, sources } = await findSources(request, needs)
  const input = await openInput(file)
  const runId = await importRunId(file, sourceId, mapping.text)
  const earlier = await findRun(session, runId)
  const interrupted = earlier?.state === 'running' && !isDryRun ? earlier : null
  const run: ImportRun = { ...(interrupted ?? newRun(runId, fileName, needs.clock.now())) }
  const resumedAt = run.rows_read
  const leftOut = new Map<string, number>()
  const summarise = (skipped: boolean, unusedColumns: string[]) =>
    summaryOf(run, { resumedAt, skipped, unusedColumns, leftOut: Object.fromEntries(leftOut) })
  if (request.skipIfDone === true && earlier?.state === 'done') return summarise(true, [])

  const table = await openTable(input.chunks)
  const unusedColumns = checkColumns(table, mapping)
  const reader = createStatementReader(mapping, needs.reference, { source: sourceId, asOf: source.as_of })
  const readAs = [mapping.text, ...(table.header ?? [])]
  const taken = await openTakenRows({ session, fileName, readAs, sources, isResumed: interrupted !== null || isDryRun })
  const rejects = request.rejectsFile === null ? null : openRejects(request.rejectsFile, run.rejects_bytes)
  const onRejected = (rejected: readonly Reject[]) => {
    const [first] = rejected
    if (rejects !== null) run.rejects_bytes = rejects.add(rejected)
    else if (first !== undefined) {
      throw new ImportRefused(`${fileName} 第 ${first.line} 行：${first.field ?? ''} ${first.reason}`)
    }
  }
  const step = createStep({
    session,
    clock: needs.clock,
    industries: needs.reference.industries,
    source,
    run,
    reader,
    readCells: table.cellReader(mapping.columns),
    names: createNamesInFile(file, mapping, reader),
    taken,
    leftOut,
    onRejected,
    isDryRun,
  })
  try {
    for await (const rows of rowBatches(table.rows, resumedAt)) {
      await step(rows)
      stopAboveLimit(run, request.maxRejectShare ?? DEFAULT_MAX_REJECT_SHARE)
      const share = input.size === 0 ? 1 : Math.min(1, input.bytesRead() / input.size)
      request.onProgress?.({ fileName, rowsRead: run.rows_read, rejected: run.rejected, share })
    }
    run.state = 'done'
    run.updated_at = needs.clock.now()
    if (!isDryRun) {
      await session.transaction(async () => {
        await taken.finish()
        await saveRun(session, run)
        return 'commit'
      })
    }
  } finally {
    rejects?.close()
  }
  return summarise(false, unusedColumns)
}

function summaryOf(
  run: ImportRun,
  rest: Pick<ImportSummary, 'resumedAt' | 'skipped' | 'leftOut' | 'unusedColumns'>,
): ImportSummary {
  const { created, changed, unchanged, waiting, rejected } = run
  return { fileName: run.file_name, rowsRead: run.rows_read, created, changed, unchanged, waiting, rejected, ...rest }
}

/** The source of the import, and all that its rows speak for. */
async function findSources({ sourceId, mapping }: ImportRequest, { database }: ImporterNeeds) {
  const known = await database.db.selectFrom('source').selectAll().execute()
  const source = known.find(({ id }) => id === sourceId)
  if (source === undefined) throw new ImportRefused(`来源 ${sourceId} 没有登记。`)
  const sources = [source]
  for (const part of mapping.parts) {
    if (part.source === null || sources.some(({ id }) => id === part.source)) continue
    const other = known.find(({ id }) => id === part.source)
    if (other === undefined) throw new ImportRefused(`映射 ${mapping.id} 用到的来源 ${part.source} 没有登记。`)
    sources.push(other)
  }
  return { source, sources }
}

function checkColumns({ header }: Table, mapping: Mapping): string[] {
  if (header === null) return []
  const missing = mapping.columns.filter((column) => !header.includes(column))
  if (mapping.requireColumns && missing.length > 0) {
    throw new ImportRefused(`文件缺少映射 ${mapping.id} 需要的列：${missing.join('、')}。`)
  }
  if (missing.length === mapping.columns.length) {
    throw new ImportRefused(`文件里没有映射 ${mapping.id} 认识的列：请检查第一行，或换一个映射。`)
  }
  return header.filter((column) => !mapping.columns.includes(column))
}

function stopAboveLimit(run: ImportRun, limit: number) {
  if (run.rows_read < SHARE_COUNTS_FROM || run.rejected <= run.rows_read * limit) return
  const percent = ((run.rejected / run.rows_read) * 100).toFixed(1)
  throw new ImportRefused(
    `已读 ${run.rows_read} 行，其中 ${percent}% 未能收录，超过上限，已停止。改正后再运行，或用 --max-rejects 放宽。`,
  )
}
