import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely'

/** Runs around a statement; `sql` has placeholders instead of values. */
export type ObserveQuery = <T>(
  statement: { kind: 'sqlite' | 'postgres'; sql: string },
  run: () => Promise<T>,
) => Promise<T>

/** The dialect with `observe` around each statement; without it, the dialect itself. */
export function observeDialect(
  dialect: Dialect,
  kind: 'sqlite' | 'postgres',
  observe: ObserveQuery | undefined,
): Dialect {
  return observe === undefined ? dialect : observed(dialect, kind, observe)
}

function observed(dialect: Dialect, kind: 'sqlite' | 'postgres', observe: ObserveQuery): Dialect {
  // A dialect may return one driver, and a driver one connection, several times.
  const seen = new WeakSet<Driver | DatabaseConnection>()

  function observeConnection(connection: DatabaseConnection): DatabaseConnection {
    if (seen.has(connection)) return connection
    seen.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = <Row>(query: CompiledQuery, options?: Parameters<typeof execute>[1]) =>
      observe({ kind, sql: query.sql }, () => execute<Row>(query, options))
    return connection
  }

  function observeDriver(driver: Driver): Driver {
    if (seen.has(driver)) return driver
    seen.add(driver)
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => observeConnection(await acquire(options))
    return driver
  }

  return {
    createDriver: () => observeDriver(dialect.createDriver()),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}
