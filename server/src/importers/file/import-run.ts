import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { BulkSession, BulkTable } from '../../platform/database/bulk-session.ts'
import type { ImportRunTable } from '../../platform/database/tables/company.ts'

/** Progress of an import: one row, written with each batch. */
export type ImportRun = ImportRunTable

const importRunTable: BulkTable = {
  name: 'import_run',
  columns: {
    id: 'text',
    file_name: 'text',
    state: 'text',
    rows_read: 'bigint',
    created: 'bigint',
    changed: 'bigint',
    unchanged: 'bigint',
    pending: 'bigint',
    rejected: 'bigint',
    excluded: 'bigint',
    as_of: 'text',
    rejects_bytes: 'bigint',
    started_at: 'bigint',
    updated_at: 'bigint',
  },
  key: ['id'],
  onConflict: 'replace',
}

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
  return createHash('sha256').update([fingerprint, sourceId, mappingText].join('\n')).digest('hex')
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
