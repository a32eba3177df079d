import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely'
import type { WrapDialect } from '../database/open-database.ts'
import type { Traces } from './traces.ts'

/** Names of OpenTelemetry's conventions. */
const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** First word of a statement. */
const operationOf = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'

/** A Kysely dialect whose statements are spans of the current request: the text without the parameters, and the time. */
export const traceDialects =
  (traces: Pick<Traces, 'measure'>): WrapDialect =>
  (dialect, kind) => {
    // A dialect may return one driver, and a driver one connection, several times.
    const seen = new WeakSet<Driver | DatabaseConnection>()

    function traceConnection(connection: DatabaseConnection): DatabaseConnection {
      if (seen.has(connection)) return connection
      seen.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = <Row>(query: CompiledQuery, options?: Parameters<typeof execute>[1]) => {
        const describe = () => {
          const operation = operationOf(query.sql)
          const attributes = {
            'db.system.name': systems[kind],
            'db.operation.name': operation,
            'db.query.text': query.sql,
          }
          return { name: operation, attributes }
        }
        return traces.measure(describe, () => execute<Row>(query, options))
      }
      return connection
    }

    function traceDriver(driver: Driver): Driver {
      if (seen.has(driver)) return driver
      seen.add(driver)
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = async (options) => traceConnection(await acquire(options))
      return driver
    }

    return {
      createDriver: () => traceDriver(dialect.createDriver()),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    }
  }
