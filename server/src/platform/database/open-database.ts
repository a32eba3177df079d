import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteDialect,
} from 'kysely'
import type { Pool } from 'pg'
import type { Database, Tables } from './database.ts'
import { type ObserveQuery, observeDialect } from './observed-dialect.ts'
import { queryOnce } from './postgres/named-statements.ts'
import { createPostgresDialect } from './postgres/postgres-dialect.ts'
import { openPostgresPool, type StatementLimit } from './postgres/postgres-pool.ts'
import { createCallReads, type ReadRouting, withoutReplicas } from './postgres/read-routing.ts'
import { openReplicas } from './postgres/replicas.ts'
import { cachePreparedStatements, connectSqlite } from './sqlite-connection.ts'
import { type StartWriterThread, writingDialect } from './sqlite-writer.ts'

/**
 * The database, with the driver's handle for code that prepares its own statements. A raw SQLite statement must run inside
 * `db.connection()`, which excludes other writers of this process.
 */
export type OpenDatabase = Reads &
  (
    | { kind: 'sqlite'; db: Database; sqlite: Sqlite.Database; close(): Promise<void> }
    | { kind: 'postgres'; db: Database; pool: Pool; url: string; close(): Promise<void> }
  )

type Reads = {
  /** For reads that may be some seconds old; the same as `db` without replicas. */
  readDb: Database
  routing: ReadRouting
}

export type DatabaseLocation = {
  /** PostgreSQL URL. Empty: SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  /** URLs of replicas of PostgreSQL. */
  readUrls?: readonly string[] | undefined
  dataDir: string
}

type DatabaseOptions = {
  /** Called around each statement; absent: nothing observes them. */
  observe?: ObserveQuery | undefined
  /** Limit of a statement of PostgreSQL; null: none, for migrations. */
  statementLimit?: StatementLimit
  /** Called when a replica is used again, or left out with the reason. */
  onReplicaChange?: (host: string, reason: string | null) => void
  /** Starts the thread that writes to SQLite; absent: a thread of its own. */
  startWriter?: StartWriterThread
}

/** The SQLite database in a data directory. */
export const sqliteFileIn = (dataDir: string) => path.join(dataDir, 'baiqicha.sqlite')

/** Milliseconds for which a SQLite writer waits for the write lock. */
const BUSY_TIMEOUT = 5_000

/** Opens the database without changing it. Run `migrate` before the first query. */
export function openDatabase(location: DatabaseLocation, options: DatabaseOptions = {}): OpenDatabase {
  const { databaseUrl, dataDir } = location
  return databaseUrl ? openPostgres({ ...location, databaseUrl }, options) : openSqlite(dataDir, options)
}

function openSqlite(dataDir: string, { observe, startWriter }: DatabaseOptions): OpenDatabase {
  mkdirSync(dataDir, { recursive: true })
  const file = sqliteFileIn(dataDir)
  const open = () => connectSqlite(file, { timeout: BUSY_TIMEOUT })
  const sqlite = open()
  sqlite.pragma('journal_mode = WAL')
  // A commit that was answered survives a power failure, not only a crash of the process.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  const reading = open()
  reading.pragma('query_only = ON')
  const writing = writingDialect({ file, busyTimeout: BUSY_TIMEOUT }, startWriter)
  const readingDialect = new SqliteDialect({ database: cachePreparedStatements(reading) })
  const db = withReadConnection(
    observeDialect(writing, 'sqlite', observe),
    observeDialect(readingDialect, 'sqlite', observe),
  )
  const close = async () => {
    await writing.close()
    reading.close()
    sqlite.close()
  }
  return { kind: 'sqlite', db, readDb: db, routing: withoutReplicas, sqlite, close }
}

function openPostgres(location: DatabaseLocation & { databaseUrl: string }, options: DatabaseOptions): OpenDatabase {
  const { onReplicaChange, statementLimit, observe } = options
  const { databaseUrl: url, readUrls = [] } = location
  const pool = openPostgresPool(url, statementLimit)
  const endsSilent = statementLimit !== null
  if (readUrls.length === 0) {
    const db = new Kysely<Tables>({ dialect: createPostgresDialect(pool, { observe, endsSilent }) })
    return { kind: 'postgres', db, readDb: db, routing: withoutReplicas, pool, url, close: () => db.destroy() }
  }
  const replicas = openReplicas({
    urls: readUrls,
    primaryPosition: () => writtenPosition(pool),
    ...(onReplicaChange !== undefined && { onChange: onReplicaChange }),
  })
  const { routing, noteWrite, readDb } = createCallReads(replicas, observe)
  const dialect = createPostgresDialect(pool, { onWrite: noteWrite, observe, endsSilent })
  const db = new Kysely<Tables>({ dialect })
  const close = async () => {
    replicas.close()
    await db.destroy()
  }
  return { kind: 'postgres', db, readDb: readDb(db, dialect), routing, pool, url, close }
}

/** Position in bytes up to which the primary has written its log. */
async function writtenPosition(pool: Pool): Promise<number> {
  const text = `select (pg_current_wal_flush_lsn() - '0/0')::bigint as position`
  const [row] = await queryOnce<{ position: number }>(pool, CompiledQuery.raw(text))
  return row?.position ?? 0
}

/**
 * Kysely for SQLite that runs selects outside transactions on a separate read-only connection. On the writing connection a
 * select would wait for the writers of this process, which takes longer than most selects. In WAL mode a reader does not
 * wait: it reads what is committed.
 */
function withReadConnection(dialect: Dialect, reading: Dialect): Database {
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
