import path from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import { appendToAudit } from '../../platform/audit.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import type { BulkSession } from '../../platform/database/bulk-session.ts'
import type { Database } from '../../platform/database/database.ts'
import { ImportRefused } from '../input/import-refused.ts'
import { type Input, openInput } from '../input/open-input.ts'
import { openTable, type Table, type TableRow } from '../input/table-rows.ts'
import {
  countsOf,
  fileHashOf,
  findRun,
  forgetNumberedImport,
  type ImportRun,
  type ImportSummary,
  importRunId,
  LARGE_FROM,
  type NumberedImport,
  newRun,
  openNumberedImport,
  saveNumberedImport,
  saveRun,
  sourceImportTable,
  summaryOf,
  whatIsStored,
} from './import-run.ts'
import { checkColumns, type Mapping } from './mapping.ts'
import { addProblems, type FieldReport, openRejects, type Reject, stopAboveLimit } from './rejects.ts'

/** Options of every import. */
export type FileRequest<Field extends string> = {
  file: string
  sourceId: string
  mapping: Mapping<Field>
  /** Reads the rows of another format as those of the mapping. Absent: `openTable`. */
  openRows?: (content: Input['content']) => Promise<Table>
  /** Reads and validates everything, stores nothing. */
  dryRun?: boolean
  /** Size of the file from which its batches are written beside the reading of the next ones. Bytes. */
  largeFrom?: number
  /** Returns at once when the same import is done already. */
  skipIfDone?: boolean
  /** Writes no events for followers, as for data that ship. */
  withoutEvents?: boolean
  /** As in `cli:zhang`, for the audit of operators. Absent: the server, which loads the data that ship. */
  operator?: string
  /** Where the import was started, for the same audit. Absent: the name of this machine. */
  origin?: string
  /** Maximal share of rejected rows, 0 to 1; above it the import stops. */
  maxRejectShare?: number
  /** File for the rejected rows. null: none is written, and the first rejected row stops the import. */
  rejectsFile: string | null
  onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress = {
  fileName: string
  rowsRead: number
  rejected: number
  /** Share of the file that is read, 0 to 1. */
  share: number
}

/** Loads the data that ship. */
export const STARTER_OPERATOR = 'server:starter'

/** A file whose header and mapping are checked. */
export type OpenFile = {
  fileName: string
  table: Table
  /** Updated and stored with each batch. */
  run: ImportRun
  /** Updated with each batch, and stored at the end. Its number is 0 in a dry run. */
  numbered: NumberedImport
  /** Whether an interrupted import resumes; always false in a dry run. */
  isResumed: boolean
  /** Whether the file is so large that preparing the store for it pays. */
  isLarge: boolean
  isDryRun: boolean
  /** Names that two companies with different codes have, updated with each batch. */
  sharedNames: Set<string>
  /** Updated with each batch, as those of the summary. */
  lostFields: FieldReport
  warnings: FieldReport
  /** Called before the commit, with the rejected rows in the order of the file. */
  onRejected: (rejects: readonly Reject[]) => void
}

/** Processes the rows in batches, then `finish` within the last transaction. */
export type FileWork = {
  /**
   * Reads and resolves a batch, and returns the function that stores it. Meanwhile the batch before is being stored:
   * `stored` resolves when it is.
   */
  prepare: (rows: readonly TableRow[], stored: Promise<void>) => Promise<() => Promise<void>>
  finish: () => Promise<void>
}

/** Prepares each batch while the one before is being stored. Every batch that was prepared is stored, also on failure. */
async function storeBatches(work: FileWork, batches: AsyncIterable<TableRow[]>, afterBatch: () => void) {
  let stored = Promise.resolve()
  try {
    for await (const rows of batches) {
      const store = await work.prepare(rows, stored)
      await stored
      stored = store()
      // Reported by the next `await`.
      stored.catch(() => {})
      afterBatch()
    }
  } finally {
    await stored
  }
}

type FileDeps = {
  db: Database
  session: BulkSession
  clock: Clock
  /** `companies`, or the kind of the records. */
  kind: string
  /** Whatever else identifies the import, beside the file and the source. */
  readAs: string
  /** Ids of all sources that the mapping names. */
  sources: readonly string[]
  open: (file: OpenFile) => Promise<FileWork>
}

/**
 * Imports a file, starting where an interrupted import stopped. A batch and the progress of the run are stored in one
 * transaction, so the end state is the same. Calls `open` after header and mapping are checked.
 */
export async function importFile<Field extends string>(
  request: FileRequest<Field>,
  { db, session, clock, kind, readAs, sources, open }: FileDeps,
): Promise<ImportSummary> {
  const { file, sourceId, mapping } = request
  const fileName = path.basename(file)
  const isDryRun = request.dryRun === true
  const input = await openInput(file)
  const runId = await importRunId(file, sourceId, readAs)
  const earlier = await findRun(session, runId)
  const interrupted = earlier?.state === 'running' && !isDryRun ? earlier : null
  const run: ImportRun = { ...(interrupted ?? newRun(runId, fileName, clock.now())) }
  const resumedAt = run.rows_read
  const lostFields: FieldReport = new Map()
  const warnings: FieldReport = new Map()
  const rejectedFields: FieldReport = new Map()
  const sharedNames = new Set<string>()
  const numbered = await openNumberedImport(session, {
    isDryRun,
    run,
    kind,
    sourceId,
    sources,
    operator: request.operator ?? STARTER_OPERATOR,
    rejectsFile: request.rejectsFile === null ? null : path.resolve(request.rejectsFile),
  })
  const summarise = (skipped: boolean, unusedColumns: string[], format = '') =>
    summaryOf(run, {
      number: skipped ? 0 : numbered.number,
      resumedAt,
      skipped,
      unusedColumns,
      format,
      lostFields,
      rejectedFields,
      warnings,
      sharedNames: [...sharedNames],
    })
  if (request.skipIfDone === true && earlier?.state === 'done') return summarise(true, [])

  const table = await (request.openRows ?? openTable)(input.content, mapping)
  const unusedColumns = checkColumns(table, mapping)
  const rejects = request.rejectsFile === null ? null : openRejects(request.rejectsFile, run.rejects_bytes)
  const onRejected = (rejected: readonly Reject[]) => {
    const [first] = rejected
    for (const one of rejected) if (one.rowStored !== true) addProblems(rejectedFields, one.line, [one])
    if (rejects !== null) run.rejects_bytes = rejects.add(rejected)
    else if (first !== undefined) {
      throw new ImportRefused(`${fileName} 第 ${first.line} 行：${first.field ?? ''} ${first.reason}`)
    }
  }
  /** One row for each import that changes the store; a resumed one has one for each part. */
  const writeAudit = (action: 'importFinished' | 'importStopped', reason: string | null) =>
    appendToAudit(
      db,
      (query) => session.query(query),
      { clock, random: systemRandom, ...(request.origin !== undefined && { origin: () => request.origin ?? '' }) },
      {
        operator: request.operator ?? STARTER_OPERATOR,
        action,
        subject: `${kind} ${sourceId} ${fileName}`,
        after: {
          ...countsOf(run),
          rowsRead: run.rows_read,
          resumedAt,
          number: numbered.number,
          fileHash: numbered.file_hash,
        },
        reason,
      },
    )
  const saveNumbered = (state: 'running' | 'stopped' | 'done') => {
    const counts = JSON.stringify({ ...countsOf(run), rowsRead: run.rows_read })
    return saveNumberedImport(session, Object.assign(numbered, { state, counts, ended_at: clock.now() }))
  }
  try {
    const work = await open({
      fileName,
      table,
      run,
      numbered,
      isResumed: interrupted !== null,
      isLarge: input.size >= (request.largeFrom ?? LARGE_FROM),
      isDryRun,
      sharedNames,
      lostFields,
      warnings,
      onRejected,
    })
    if (!isDryRun) {
      numbered.file_hash = await fileHashOf(file)
      await session.transaction(() => saveNumbered('running'))
    }
    await storeBatches(work, rowBatches(table.rows, resumedAt), () => {
      if (!isDryRun) stopAboveLimit(run, request.maxRejectShare)
      const share = input.size === 0 ? 1 : Math.min(1, input.bytesRead() / input.size)
      request.onProgress?.({ fileName, rowsRead: run.rows_read, rejected: run.rejected, share })
    })
    run.state = 'done'
    run.updated_at = clock.now()
    if (!isDryRun) {
      await session.transaction(async () => {
        await work.finish()
        await saveRun(session, run)
        await saveNumbered('done')
        await session.write(sourceImportTable, [{ source_id: sourceId, imported_at: run.updated_at }])
        await writeAudit('importFinished', null)
      })
    }
  } catch (error) {
    // Its earlier batches are stored.
    if (isDryRun || !(error instanceof ImportRefused)) throw error
    const hasStored = run.rows_read > resumedAt
    await session.transaction(async () => {
      if (hasStored) await writeAudit('importStopped', error.message)
      if (run.rows_read > 0) await saveNumbered('stopped')
      else await forgetNumberedImport(session, numbered.number)
    })
    if (!hasStored) throw error
    throw new ImportRefused(`${error.message}\n${whatIsStored(run, numbered.number)}`, { cause: error })
  } finally {
    rejects?.close()
    await input.close()
  }
  return summarise(false, unusedColumns, table.format)
}

/** Rows per batch. The first batches are small, so that a file that does not fit fails early. */
const FIRST = 1_000
const FIRST_UNTIL = 10_000
const LATER = 4_000
/** Characters per batch; bounds the memory of long rows. */
const LENGTH = 4_000_000

/**
 * Yields batches of the rows after the first `skip`. The batch borders depend on the file only, so an interrupted
 * import resumes at a border.
 */
async function* rowBatches(rows: AsyncIterable<TableRow[]>, skip: number): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = []
  let length = 0
  let seen = 0
  for await (const more of rows) {
    if (seen + more.length <= skip) {
      seen += more.length
      continue
    }
    for (const row of more) {
      seen += 1
      if (seen <= skip) continue
      batch.push(row)
      length += row.problem === undefined ? row.text.length : 0
      const isFull = batch.length >= (seen <= FIRST_UNTIL ? FIRST : LATER) || length >= LENGTH
      if (!isFull) continue
      yield batch
      batch = []
      length = 0
    }
  }
  if (batch.length > 0) yield batch
}
