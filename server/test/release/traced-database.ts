import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  SqliteDialect,
} from 'kysely'
import * as z from 'zod/mini'
import type { Database, Tables } from '../../src/platform/database/database.ts'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'
import type { Trace, TraceStep } from './release-files.ts'

const valuesSchema = z.array(z.union([z.string(), z.number(), z.null(), z.boolean()]))

/** Statements whose values are no text, such as pictures, are not replayed. */
const valuesOf = (query: CompiledQuery) => z.safeParse(valuesSchema, query.parameters).data ?? null

/** The database through a driver that records every statement with its values, in the order of their ends. */
export function traceDatabase(database: OpenDatabase): { db: Database; trace: () => Trace } {
  const inner: Dialect =
    database.kind === 'sqlite'
      ? new SqliteDialect({ database: database.sqlite })
      : new PostgresDialect({ pool: database.pool })
  const driver = inner.createDriver()
  const texts = new Map<string, number>()
  const steps: TraceStep[] = []
  const connections = new Map<DatabaseConnection, { real: DatabaseConnection; on: number }>()
  const places = new Map<DatabaseConnection, DatabaseConnection>()

  function record(on: number, query: CompiledQuery, rows: number) {
    const values = valuesOf(query)
    if (values === null) return
    const text = texts.get(query.sql) ?? texts.size
    texts.set(query.sql, text)
    steps.push({ on, text, values, rows })
  }

  function wrap(real: DatabaseConnection): DatabaseConnection {
    const on = connections.size
    const wrapped: DatabaseConnection = {
      async executeQuery<Row>(query: CompiledQuery) {
        const result = await real.executeQuery<Row>(query)
        record(on, query, result.rows.length)
        return result
      },
      streamQuery: (query, size) => real.streamQuery(query, size),
    }
    connections.set(wrapped, { real, on })
    places.set(real, wrapped)
    return wrapped
  }
  const opened = (connection: DatabaseConnection) => {
    const found = connections.get(connection)
    if (found === undefined) throw new Error('a connection of another driver')
    return found
  }

  const traced: Driver = {
    init: () => driver.init(),
    async acquireConnection() {
      const real = await driver.acquireConnection()
      return places.get(real) ?? wrap(real)
    },
    async beginTransaction(connection, settings) {
      const { real, on } = opened(connection)
      await driver.beginTransaction(real, settings)
      steps.push({ on, do: 'begin' })
    },
    async commitTransaction(connection) {
      const { real, on } = opened(connection)
      // Before its end, after which a statement that waited for a lock of the transaction may be recorded first.
      steps.push({ on, do: 'commit' })
      await driver.commitTransaction(real)
    },
    async rollbackTransaction(connection) {
      const { real, on } = opened(connection)
      steps.push({ on, do: 'rollback' })
      await driver.rollbackTransaction(real)
    },
    releaseConnection: (connection) => driver.releaseConnection(opened(connection).real),
    // The caller owns the database and closes it.
    destroy: async () => {},
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => inner.createAdapter(),
      createDriver: () => traced,
      createIntrospector: (own) => inner.createIntrospector(own),
      createQueryCompiler: () => inner.createQueryCompiler(),
    },
  })
  return { db, trace: () => ({ texts: [...texts.keys()], steps }) }
}
