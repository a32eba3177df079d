import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  SqliteDialect,
} from 'kysely'
import type { Pool } from 'pg'
import type { Database, Tables } from '../../src/platform/database/database.ts'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'

type Condition = 'well' | 'away' | 'hanging' | 'full'

class DriverError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`database error ${code}`)
    this.code = code
  }
}

const isWrite = (query: CompiledQuery) => /^\s*(insert|update|delete)/i.test(query.sql)

/**
 * Opens the database through a driver that fails as `setCondition` says: unreachable, hanging or full.
 */
export function openFaultyDatabase(database: OpenDatabase) {
  let condition: Condition = 'well'
  let recovered = Promise.withResolvers<void>()

  async function check(query: CompiledQuery) {
    // A hanging query continues when the condition changes, as over a frozen connection.
    if (condition === 'hanging') await recovered.promise
    if (condition === 'away') throw new DriverError('ECONNREFUSED')
    if (condition === 'full' && isWrite(query)) {
      throw new DriverError(database.kind === 'sqlite' ? 'SQLITE_FULL' : '53100')
    }
  }

  const inner: Dialect =
    database.kind === 'sqlite'
      ? new SqliteDialect({ database: database.sqlite })
      : new PostgresDialect({ pool: database.pool })
  const driver = inner.createDriver()
  const connections = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const real = (connection: DatabaseConnection) => connections.get(connection) ?? connection

  const faulty: Driver = {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await driver.acquireConnection()
      const wrapped: DatabaseConnection = {
        async executeQuery(query) {
          await check(query)
          return connection.executeQuery(query)
        },
        streamQuery: (query, size) => connection.streamQuery(query, size),
      }
      connections.set(wrapped, connection)
      return wrapped
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(real(connection), settings),
    commitTransaction: (connection) => driver.commitTransaction(real(connection)),
    rollbackTransaction: (connection) => driver.rollbackTransaction(real(connection)),
    releaseConnection: (connection) => driver.releaseConnection(real(connection)),
    // The caller owns the database and closes it.
    destroy: async () => {},
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => inner.createAdapter(),
      createDriver: () => faulty,
      createIntrospector: (own) => inner.createIntrospector(own),
      createQueryCompiler: () => inner.createQueryCompiler(),
    },
  })
  const setCondition = (next: Condition) => {
    condition = next
    recovered.resolve()
    recovered = Promise.withResolvers()
  }
  return { db, setCondition }
}

export type TimedQuery = { sql: string; parameters: readonly unknown[] }

/** A PostgreSQL database that reports each query with its milliseconds. */
export const timedDatabase = (pool: Pool, onQuery: (query: TimedQuery, milliseconds: number) => void): Database =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => onQuery(query, queryDurationMillis),
  })
