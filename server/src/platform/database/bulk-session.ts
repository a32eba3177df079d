import type { BulkSession, BulkSessionOptions } from './bulk/bulk-table.ts'
import { openPostgresSession } from './bulk/postgres-session.ts'
import { openSqliteSession } from './bulk/sqlite-session.ts'
import type { OpenDatabase } from './open-database.ts'

export type { BulkReader, BulkSession, BulkTable } from './bulk/bulk-table.ts'
export { ignoredRows, replacedRows } from './bulk/bulk-table.ts'
export { PooledConnection } from './bulk/postgres-session.ts'

/** null while another process holds the import lock. @throws PooledConnection */
export function openBulkSession(database: OpenDatabase, options: BulkSessionOptions): Promise<BulkSession | null> {
  return database.kind === 'sqlite' ? openSqliteSession(database, options) : openPostgresSession(database)
}
