import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Database, Tables } from '../../src/platform/database/database.ts'

export type TimedQuery = { sql: string; parameters: readonly unknown[] }

/** A PostgreSQL database that reports each query with its milliseconds. */
export const timedDatabase = (pool: Pool, onQuery: (query: TimedQuery, milliseconds: number) => void): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => onQuery(query, queryDurationMillis),
  })
