import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  SelectQueryNode,
} from 'kysely'
import type { Pool } from 'pg'
import { type ObserveQuery, observeDialect } from '../observed-dialect.ts'
import { withNamedStatements } from './named-statements.ts'

/**
 * Locks no migrations: `migrate` holds a lock of its transaction. A lock of the session would be lost behind a pooler such as
 * PgBouncer, which gives each transaction another session.
 */
class PoolerAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

const isTimeout = (error: unknown) => error instanceof Error && /query read timeout/i.test(error.message)

/**
 * Begins a transaction that PostgreSQL ends when its process is silent for this long: a process that hangs would keep its
 * locks. With the statement for one round trip; a setting of the session would be lost behind a pooler.
 */
const BEGIN_WITH_LIMIT = CompiledQuery.raw("begin; set local idle_in_transaction_session_timeout = '10s'")

/**
 * Driver that reports writes, and does not use a connection again on which a query got no response: a server that
 * hangs would otherwise leave its connections in the pool, where each costs another query its time limit.
 */
function poolerDriver(inner: Driver, { onWrite = () => {}, endsSilent = true }: PostgresOptions): Driver {
  const connections = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const silent = new WeakSet<DatabaseConnection>()
  const real = (connection: DatabaseConnection) => connections.get(connection) ?? connection

  function watched(connection: DatabaseConnection): DatabaseConnection {
    const wrapped: DatabaseConnection = {
      async executeQuery(query) {
        if (!SelectQueryNode.is(query.query)) onWrite()
        try {
          return await connection.executeQuery(query)
        } catch (error) {
          if (isTimeout(error)) silent.add(connection)
          throw error
        }
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    connections.set(wrapped, connection)
    return wrapped
  }

  /** A rollback that fails too makes the driver close the connection. */
  async function releaseSilent(connection: DatabaseConnection) {
    await inner.rollbackTransaction(connection).catch(() => {})
    await inner.releaseConnection(connection)
  }

  return {
    init: () => inner.init(),
    acquireConnection: async () => watched(await inner.acquireConnection()),
    async beginTransaction(connection, settings) {
      onWrite()
      const isPlain = settings.isolationLevel === undefined && settings.accessMode === undefined
      if (isPlain && endsSilent) await real(connection).executeQuery(BEGIN_WITH_LIMIT)
      else await inner.beginTransaction(real(connection), settings)
    },
    commitTransaction: (connection) => inner.commitTransaction(real(connection)),
    rollbackTransaction: (connection) => inner.rollbackTransaction(real(connection)),
    async releaseConnection(wrapped) {
      const connection = real(wrapped)
      // The caller does not wait: its query has failed already.
      if (silent.delete(connection)) void releaseSilent(connection).catch(() => {})
      else await inner.releaseConnection(connection)
    },
    destroy: () => inner.destroy(),
  }
}

type PostgresOptions = {
  /** Called before each transaction and each statement that is no select. */
  onWrite?: () => void
  observe?: ObserveQuery | undefined
  /** Whether transactions of a process that is silent are ended. Not in migrations, which take long between statements. */
  endsSilent?: boolean
}

export function createPostgresDialect(pool: Pool, options: PostgresOptions = {}): Dialect {
  // Inside of the driver below, so that the statements of a transaction's begin and end are observed as well.
  const dialect = observeDialect(new PostgresDialect({ pool: withNamedStatements(pool) }), 'postgres', options.observe)
  return {
    createDriver: () => poolerDriver(dialect.createDriver(), options),
    createAdapter: () => new PoolerAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}
