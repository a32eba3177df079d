import path from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { type BulkSession, openBulkSession } from '../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import type { SourceTable } from '../platform/database/tables/company.ts'
import type { ReferenceData } from '../platform/reference-data.ts'
import { openBatch } from './company-batch.ts'
import { finishDraft } from './company-draft.ts'
import { saveDrafts } from './company-store.ts'
import { ImportRefused } from './import-refused.ts'
import { findRun, type ImportRun, importRunId, newRun, saveRun } from './import-run.ts'
import { openInput } from './input/open-input.ts'
import { openTable, type Table, type TableRow } from './input/table-rows.ts'
import type { Mapping } from './mapping.ts'
import { createNamesInFile } from './names-in-file.ts'
import { openRejects, type Reject, type RejectsFile } from './rejects.ts'
import { type CompanyStatements, createStatementReader, type StatementReader } from './statements.ts'

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

/** `created + changed + unchanged + rejected` is `rowsRead`. */
export type ImportSummary = {
  fileName: string
  rowsRead: number
  /** Rows whose company was new, was known and changed, was known and stayed. */
  created: number
  changed: number
  unchanged: number
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

const BATCH = 1_000
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
      } finally {
        await session.close()
      }
    },
  }
}

async function runImport(session: BulkSession, request: ImportRequest, needs: ImporterNeeds): Promise<ImportSummary> {
  const { file, sourceId, mapping, dryRun = false } = request
  const fileName = path.basename(file)
  const sources = await needs.database.db.selectFrom('source').selectAll().execute()
  const source = sources.find((known) => known.id === sourceId)
  if (source === undefined) throw new ImportRefused(`来源 ${sourceId} 没有登记。`)
  requireSources(mapping, sources)

  const input = await openInput(file)
  const runId = await importRunId(file, sourceId, mapping.text)
  const earlier = await findRun(session, runId)
  const now = needs.clock.now()
  const interrupted = earlier?.state === 'running' && !dryRun ? earlier : null
  const run: ImportRun = { ...(interrupted ?? newRun(runId, fileName, now)) }
  const resumedAt = run.rows_read
  const reader = createStatementReader(mapping, needs.reference, { source: sourceId, asOf: source.as_of })

  const summarise = (skipped: boolean, unusedColumns: string[]): ImportSummary => ({
    fileName,
    rowsRead: run.rows_read,
    created: run.created,
    changed: run.changed,
    unchanged: run.unchanged,
    rejected: run.rejected,
    resumedAt,
    skipped,
    leftOut: Object.fromEntries(reader.leftOut),
    unusedColumns,
  })
  if (request.skipIfDone === true && earlier?.state === 'done') return summarise(true, [])

  const table = await openTable(input.chunks)
  const unusedColumns = checkColumns(table, mapping)
  const rejects = request.rejectsFile === null ? null : openRejects(request.rejectsFile, run.rejects_bytes)
  const namesReader = createStatementReader(mapping, needs.reference, { source: sourceId, asOf: source.as_of })
  const isUniqueInFile = createNamesInFile(file, namesReader)
  const batch = createBatchStep({ session, request, needs, reader, rejects, run, source, isUniqueInFile })
  try {
    for await (const rows of batchesAfter(table.rows, resumedAt)) {
      await batch(rows)
      const share = input.size === 0 ? 1 : Math.min(1, input.bytesRead() / input.size)
      request.onProgress?.({ fileName, rowsRead: run.rows_read, rejected: run.rejected, share })
    }
    run.state = 'done'
    run.updated_at = needs.clock.now()
    if (!dryRun) {
      await session.transaction(async () => {
        await saveRun(session, run)
        return 'commit'
      })
    }
  } finally {
    rejects?.close()
  }
  return summarise(false, unusedColumns)
}

function requireSources(mapping: Mapping, sources: readonly SourceTable[]) {
  const known = new Set(sources.map((source) => source.id))
  const unknown = mapping.parts.find((part) => part.source !== null && !known.has(part.source))
  if (unknown !== undefined) throw new ImportRefused(`映射 ${mapping.id} 用到的来源 ${unknown.source ?? ''} 没有登记。`)
}

function checkColumns(table: Table, mapping: Mapping): string[] {
  const { header } = table
  if (header === null) return []
  const missing = [...mapping.columns].filter((column) => !header.includes(column))
  if (mapping.requireColumns && missing.length > 0) {
    throw new ImportRefused(`文件缺少映射 ${mapping.id} 需要的列：${missing.join('、')}。`)
  }
  if (missing.length === mapping.columns.size) {
    throw new ImportRefused(`文件里没有映射 ${mapping.id} 认识的列：请检查第一行，或换一个映射。`)
  }
  return header.filter((column) => !mapping.columns.has(column))
}

/** Batches of equal size, counted in rows of the file, so that an interrupted import cuts them as the first run did. */
async function* batchesAfter(rows: AsyncIterable<TableRow[]>, skip: number): AsyncGenerator<TableRow[]> {
  let waiting: TableRow[] = []
  let toSkip = skip
  for await (const more of rows) {
    const skipped = Math.min(toSkip, more.length)
    toSkip -= skipped
    waiting.push(...more.slice(skipped))
    while (waiting.length >= BATCH) {
      yield waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
    }
  }
  if (waiting.length > 0) yield waiting
}

type BatchStep = {
  session: BulkSession
  request: ImportRequest
  needs: ImporterNeeds
  reader: StatementReader
  rejects: RejectsFile | null
  /** Counted on as batches are stored. */
  run: ImportRun
  source: SourceTable
  isUniqueInFile: (key: string) => Promise<boolean>
}

function createBatchStep(step: BatchStep) {
  const { session, request, needs, reader, rejects, run, source } = step
  const batchNeeds = {
    session,
    keyScheme: request.mapping.keyScheme ?? source.id,
    isDemo: source.kind === 'demo',
    startedAt: run.started_at,
    isUniqueInFile: step.isUniqueInFile,
  }

  async function store(rows: readonly TableRow[]): Promise<void> {
    const rejected: Reject[] = []
    const readable: CompanyStatements[] = []
    for (const row of rows) {
      const read = row.problem === undefined ? reader.read(row.line, row.cells) : { field: null, reason: row.problem }
      if ('reason' in read) rejected.push({ line: row.line, ...read })
      else readable.push(read)
    }
    const batch = await openBatch(readable, batchNeeds)
    for (const row of readable) {
      const problem = await batch.take(row)
      if (problem !== null) rejected.push({ line: row.line, ...problem })
    }
    const at = needs.clock.now()
    const changed = [...batch.touched].filter((draft) => finishDraft(draft, needs.reference.industries, at))
    await saveDrafts(session, changed, at)
    const created = changed.filter((draft) => draft.stored === null).length
    run.rows_read += rows.length
    run.created += created
    run.changed += changed.length - created
    // A second row about a company of this batch changes no further company.
    run.unchanged += rows.length - rejected.length - changed.length
    nameRejected(rejected)
  }

  function nameRejected(rejected: readonly Reject[]) {
    run.rejected += rejected.length
    run.updated_at = needs.clock.now()
    const inOrder = rejected.toSorted((a, b) => a.line - b.line)
    if (rejects !== null) run.rejects_bytes = rejects.add(inOrder)
    const [first] = inOrder
    if (request.rejectsFile === null && first !== undefined) {
      throw new ImportRefused(`${run.file_name} 第 ${first.line} 行：${first.field ?? ''} ${first.reason}`)
    }
  }

  return async (rows: readonly TableRow[]): Promise<void> => {
    await session.transaction(async () => {
      await store(rows)
      if (request.dryRun === true) return 'rollback'
      await saveRun(session, run)
      return 'commit'
    })
    const limit = request.maxRejectShare ?? DEFAULT_MAX_REJECT_SHARE
    if (run.rows_read >= SHARE_COUNTS_FROM && run.rejected > run.rows_read * limit) {
      const percent = ((run.rejected / run.rows_read) * 100).toFixed(1)
      throw new ImportRefused(
        `已读 ${run.rows_read} 行，其中 ${percent}% 未能收录，超过上限，已停止。改正后再运行，或用 --max-rejects 放宽。`,
      )
    }
  }
}
