import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import * as z from 'zod/mini'
import { sha256 } from '../../platform/crypto/hmac.ts'
import {
  type BulkReader,
  type BulkSession,
  openBulkSession,
  PooledConnection,
  replacedRows,
} from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import type { ImportRunTable } from '../../platform/database/tables/company.ts'
import type { SourceImportTable } from '../../platform/database/tables/content.ts'
import type { ImportHistoryTable } from '../../platform/database/tables/import.ts'
import { explained, ImportRefused } from '../input/import-refused.ts'
import type { FieldReport } from './rejects.ts'

/** Progress of an import: one row, written with each batch. */
export type ImportRun = ImportRunTable

const importRunTable = replacedRows('import_run', 'id')

const SAMPLE = 1024 * 1024

/** Hash of the size and of the first and last MiB of a file. */
async function fileFingerprint(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const hash = createHash('sha256').update(String(size))
    for (const position of [0, Math.max(0, size - SAMPLE)]) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE), 0, SAMPLE, position)
      hash.update(buffer.subarray(0, bytesRead))
    }
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}

/** The same file with the same source and mapping is the same import. */
export async function importRunId(file: string, sourceId: string, mappingText: string): Promise<string> {
  const fingerprint = await fileFingerprint(file)
  return sha256([fingerprint, sourceId, mappingText].join('\n'))
}

export async function findRun(session: BulkSession, id: string): Promise<ImportRun | null> {
  const [run] = await session.selectIn<ImportRun>('import_run', 'id', [id])
  return run ?? null
}

export const newRun = (id: string, fileName: string, now: number): ImportRun => ({
  id,
  file_name: fileName,
  state: 'running',
  rows_read: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  pending: 0,
  rejected: 0,
  excluded: 0,
  as_of: null,
  rejects_bytes: 0,
  started_at: now,
  updated_at: now,
})

export const saveRun = (session: BulkSession, run: ImportRun) => session.write(importRunTable, [run])

/** `created + changed + unchanged + pending + excluded + rejected` equals `rowsRead`. */
export type ImportSummary = {
  fileName: string
  /** Under which it can be undone; 0: nothing was stored. */
  number: number
  rowsRead: number
  /** Rows whose company or record is new, changed, or unchanged. */
  created: number
  changed: number
  unchanged: number
  /** Rows stored until their company exists: they have a code or key only, and no company has it yet. */
  pending: number
  /** Rows that the law excludes from publication. */
  excluded: number
  rejected: number
  /** Rows that an interrupted run had imported before. */
  resumedAt: number
  /** Whether nothing was done because the same import is done already. */
  skipped: boolean
  /** Names that two companies with different codes have; they stay two companies. */
  sharedNames: readonly string[]
  /** Columns of the file that the mapping does not read. */
  unusedColumns: string[]
  /** How the file was read; empty for a plain one (`Table`). */
  format: string
  /** Values that were not valid or not known, of rows that were stored without them. */
  lostFields: FieldReport
  /** Why rows were rejected, by the field that cost the row; empty text: the whole row. */
  rejectedFields: FieldReport
  /** Values that an operator should look at. */
  warnings: FieldReport
}

/** What a stopped import has stored, and how to go on or back. */
export function whatIsStored({ rows_read, created, changed, rejected }: ImportRun, number: number): string {
  const rows = rows_read - rejected
  return [
    `已存入前 ${rows_read} 行中的 ${rows} 行（新增 ${created}，更新 ${changed}）。`,
    '放宽 --max-rejects 后再运行，会从中断处继续；改正文件后再运行，已存入的行不会重复；',
    `要撤销已存入的部分：npm run admin -- imports undo ${number}`,
  ].join('')
}

export function summaryOf(
  run: ImportRun,
  rest: Omit<ImportSummary, 'fileName' | 'rowsRead' | keyof ReturnType<typeof countsOf>>,
): ImportSummary {
  return { fileName: run.file_name, rowsRead: run.rows_read, ...countsOf(run), ...rest }
}

export function countsOf({ created, changed, unchanged, pending, excluded, rejected }: ImportRun) {
  return { created, changed, unchanged, pending, excluded, rejected }
}

/** Numbers all imports that store rows, so that each can be undone. */
export type NumberedImport = ImportHistoryTable

const importHistoryTable = replacedRows('import_history', 'number')

/** SHA-256 of a file, as `sha256sum` prints it. */
export async function fileHashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** `only_run` of a company or record that several imports stated. */
export const SEVERAL_RUNS = 0

export const COMPANIES_KIND = 'companies'

/** An interrupted or stopped import of the same file, which can go on. */
async function findUnfinished(reader: BulkReader, runId: string): Promise<NumberedImport | undefined> {
  const [unfinished] = await reader.select<NumberedImport>(
    `select * from import_history where run_id = ? and state in ('running', 'stopped') order by number desc limit 1`,
    [runId],
  )
  return unfinished
}

type NewImport = {
  isDryRun: boolean
  run: ImportRun
  kind: string
  sourceId: string
  sources: readonly string[]
  operator: string
  rejectsFile: string | null
}

/** The row of the import that goes on, or of a new one with the next number. */
export async function openNumberedImport(
  reader: BulkReader,
  { isDryRun, run, kind, sourceId, sources, operator, rejectsFile }: NewImport,
): Promise<NumberedImport> {
  const unfinished = isDryRun ? undefined : await findUnfinished(reader, run.id)
  if (unfinished !== undefined) return unfinished
  const [last] = await reader.select<{ number: number }>(
    'select number from import_history order by number desc limit 1',
    [],
  )
  const [before] = await reader.selectIn<SourceImportTable>('source_import', 'source_id', [sourceId])
  return {
    number: isDryRun ? 0 : (last?.number ?? 0) + 1,
    run_id: run.id,
    kind,
    source_id: sourceId,
    sources: JSON.stringify(sources),
    operator,
    file_name: run.file_name,
    file_hash: '',
    state: 'running',
    counts: '{}',
    repeated: 0,
    feed: null,
    imported_before: before?.imported_at ?? null,
    rejects_file: rejectsFile,
    started_at: run.started_at,
    ended_at: run.started_at,
  }
}

export const saveNumberedImport = (session: BulkSession, row: NumberedImport) =>
  session.write(importHistoryTable, [row])

export const forgetNumberedImport = (session: BulkSession, number: number) =>
  session.remove(importHistoryTable, [{ number }])

const text = z.nullable(z.string())
const feedSchema = z.object({
  before: z.nullable(z.object({ asOf: text, covers: text, importedAt: z.number() })),
  after: z.object({ asOf: text, covers: text }),
})

/** What a source covered and its as-of, before an import, and as the import stated it. null: not connected. */
type FeedChange = z.infer<typeof feedSchema>

export const feedText = (feed: FeedChange): string => JSON.stringify(feed)
export const readFeedChange = (feed: string | null): FeedChange | null =>
  feed === null ? null : z.parse(feedSchema, JSON.parse(feed))

/** A smaller file is imported before a thread more has started. */
export const LARGE_FROM = 2 * 1024 * 1024

/**
 * Takes the import lock of the store: one importer of any kind runs at a time. Throws `ImportRefused` for errors that
 * an operator can correct.
 */
export async function withImportSession<T>(
  database: OpenDatabase,
  { file, largeFrom = LARGE_FROM }: { file: string; largeFrom?: number },
  work: (session: BulkSession) => Promise<T>,
): Promise<T> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return withBulkSession(database, size >= largeFrom, work)
}

/** As `withImportSession`, for other work on what importers store. */
export async function withBulkSession<T>(
  database: OpenDatabase,
  isLarge: boolean,
  work: (session: BulkSession) => Promise<T>,
): Promise<T> {
  const session = await openBulkSession(database, { isLarge }).catch((error: unknown) => {
    throw error instanceof PooledConnection ? new ImportRefused(error.message) : error
  })
  if (session === null) throw new ImportRefused('另一个导入正在进行，请等它结束。')
  try {
    await session.indexes.create()
    const result = await work(session).catch(async (error: unknown) => {
      await session.indexes.create().catch(() => {})
      throw error
    })
    // Those that a first load has dropped; if the process is killed before, the next import creates them.
    await session.indexes.create()
    return result
  } catch (error) {
    throw explained(error)
  } finally {
    await session.close()
  }
}

/** When the newest import of each source ended. */
export const sourceImportTable = replacedRows('source_import', 'source_id')
