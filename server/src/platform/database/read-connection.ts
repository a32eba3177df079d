import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'

/**
 * Kysely over SQLite, with selects outside of transactions run on a connection of their own. The usual way takes turns
 * with all writers of the process, and those turns take longer than most selects: they read what is committed, so there
 * is nothing to wait for.
 */
export function withReadConnection<Tables>(dialect: Dialect, reading: Dialect): Kysely<Tables> {
  const inTurns = new Kysely<Tables>({ dialect })
  const executor = new SelectsAside(dialect, inTurns.getExecutor(), openConnection(reading))
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
}

async function openConnection(dialect: Dialect): Promise<DatabaseConnection> {
  const driver = dialect.createDriver()
  await driver.init()
  return driver.acquireConnection()
}

class SelectsAside extends DefaultQueryExecutor {
  #reading: DatabaseConnection | null = null
  readonly #opening: Promise<DatabaseConnection>

  constructor(dialect: Dialect, inTurns: ConnectionProvider, opening: Promise<DatabaseConnection>) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), inTurns)
    this.#opening = opening.then((connection) => {
      this.#reading = connection
      return connection
    })
  }

  /** Within a transaction or `db.connection()` Kysely uses another executor, which stays on that connection. */
  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!SelectQueryNode.is(query.query)) return super.executeQuery<Row>(query)
    return this.#reading?.executeQuery<Row>(query) ?? this.#opening.then((reading) => reading.executeQuery<Row>(query))
  }
}
