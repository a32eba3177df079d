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
 * Kysely for SQLite that runs selects outside transactions on a separate read-only connection. On the writing connection a
 * select would wait for the writers of this process, which takes longer than most selects. In WAL mode a reader does not
 * wait: it reads what is committed.
 */
export function withReadConnection<Tables>(dialect: Dialect, reading: Dialect): Kysely<Tables> {
  const writing = new Kysely<Tables>({ dialect })
  const executor = new ReadConnectionExecutor(dialect, writing.getExecutor(), openConnection(reading))
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
}

async function openConnection(dialect: Dialect): Promise<DatabaseConnection> {
  const driver = dialect.createDriver()
  await driver.init()
  return driver.acquireConnection()
}

class ReadConnectionExecutor extends DefaultQueryExecutor {
  #reading: DatabaseConnection | null = null
  readonly #opening: Promise<DatabaseConnection>

  constructor(dialect: Dialect, writing: ConnectionProvider, opening: Promise<DatabaseConnection>) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), writing)
    this.#opening = opening.then((connection) => {
      this.#reading = connection
      return connection
    })
  }

  /** Not called within a transaction or `db.connection()`: Kysely then uses an executor of that connection. */
  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!SelectQueryNode.is(query.query)) return super.executeQuery<Row>(query)
    return this.#reading?.executeQuery<Row>(query) ?? this.#opening.then((reading) => reading.executeQuery<Row>(query))
  }
}
