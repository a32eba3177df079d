import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as z from 'zod/mini'
import { type BulkReader, type BulkSession, replacedRows } from '../../platform/database/bulk-session.ts'
import type { SourceImportTable } from '../../platform/database/tables/content.ts'
import type { ImportHistoryTable } from '../../platform/database/tables/import.ts'
import type { ImportRun } from './import-run.ts'

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
export type FeedChange = z.infer<typeof feedSchema>

export const feedText = (feed: FeedChange): string => JSON.stringify(feed)
export const readFeedChange = (feed: string | null): FeedChange | null =>
  feed === null ? null : z.parse(feedSchema, JSON.parse(feed))
