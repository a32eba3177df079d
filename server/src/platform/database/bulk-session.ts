import type { BulkSession, BulkSessionOptions } from './bulk/bulk-table.ts'
import { openPostgresSession } from './bulk/postgres-session.ts'
import { openSqliteSession } from './bulk/sqlite-session.ts'
import type { OpenDatabase } from './open-database.ts'

export type { BulkReader, BulkSession, BulkTable, ColumnType } from './bulk/bulk-table.ts'
export { PooledConnection } from './bulk/postgres-session.ts'

/** null while another process holds the import lock. @throws PooledConnection */
export function openBulkSession(database: OpenDatabase, options: BulkSessionOptions): Promise<BulkSession | null> {
  return database.kind === 'sqlite' ? openSqliteSession(database, options) : openPostgresSession(database)
}

/** Runs the work in one transaction and returns its result. */
export async function withCommit<T>(session: BulkSession, work: () => Promise<T>): Promise<T> {
  let result: { value: T } | null = null
  await session.transaction(async () => {
    result = { value: await work() }
    return 'commit'
  })
  return nonNull<{ value: T }>(result).value
}

function nonNull<T>(value: T | null): T {
  if (value === null) throw new Error('A committed transaction has a result')
  return value
}
