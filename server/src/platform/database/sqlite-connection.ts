import Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'

/**
 * KiB of pages that a connection caches, instead of the 16 MB of the driver: reading twenty random companies of a million takes
 * as long, because the operating system caches the file too, once for all connections.
 */
const CACHE_KIB = 4_000

/** Opens a connection to a SQLite file. */
export function connectSqlite(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  const database = new Sqlite(file, options)
  database.pragma(`cache_size = -${CACHE_KIB}`)
  return database
}

/** More than the server has different statements. The limit evicts statements with id lists of rare lengths. */
const MAX_PREPARED = 256

/**
 * SQLite database for Kysely that caches prepared statements: preparing costs more than running most of our statements.
 * A statement cannot run while it is iterated, so each iteration prepares its own.
 */
export function cachePreparedStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const prepare = (sql: string): SqliteStatement => {
    const statement = sqlite.prepare(sql)
    return {
      reader: statement.reader,
      all: (parameters) => statement.all(...parameters),
      run: (parameters) => statement.run(...parameters),
      iterate: (parameters) => sqlite.prepare(sql).iterate(...parameters),
    }
  }
  const prepared = new LRUCache<string, SqliteStatement>({ max: MAX_PREPARED, memoMethod: prepare })

  return {
    close: () => {
      prepared.clear()
      sqlite.close()
    },
    prepare: (sql) => prepared.memo(sql),
  }
}

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
