import { statSync } from 'node:fs'
import {
  type BulkSession,
  openBulkSession,
  PooledConnection,
  replacedRows,
} from '../../platform/database/bulk-session.ts'
import type { OpenDatabase } from '../../platform/database/open-database.ts'
import { explained, ImportRefused } from '../input/import-refused.ts'

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
