import { PostgresAdapter } from 'kysely'

/** Which of the two databases a query is speaking to, where their types differ. */
export const isPostgres = (db: { getExecutor(): { adapter: unknown } }) =>
  db.getExecutor().adapter instanceof PostgresAdapter
