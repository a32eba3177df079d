import { PostgresAdapter } from 'kysely'

/** Whether the database is PostgreSQL; false: SQLite. For queries whose types differ. */
export const isPostgres = (db: { getExecutor(): { adapter: unknown } }) =>
  db.getExecutor().adapter instanceof PostgresAdapter
