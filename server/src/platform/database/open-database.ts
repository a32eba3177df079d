import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'
import type { Database, Tables } from './database.ts'
import { cachePreparedStatements } from './prepared-statements.ts'
import { withReadConnection } from './read-connection.ts'
import { writingDialect } from './sqlite-writer.ts'

/**
 * The database, with the driver's handle for code that prepares its own statements. A raw SQLite statement must run inside
 * `db.connection()`, which excludes other writers of this process.
 */
export type OpenDatabase =
  | { kind: 'sqlite'; db: Database; sqlite: Sqlite.Database; close(): Promise<void> }
  | { kind: 'postgres'; db: Database; pool: Pool; close(): Promise<void> }

export type DatabaseLocation = {
  /** PostgreSQL URL. Empty: SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
}

/** The SQLite database in a data directory. */
export const sqliteFileIn = (dataDir: string) => path.join(dataDir, 'baiqicha.sqlite')

/** Milliseconds after which PostgreSQL cancels a statement and the caller gets 503. */
const STATEMENT_TIMEOUT = 2_500
const CONNECT_TIMEOUT = 2_000
const POOL_SIZE = 10
/** Milliseconds for which a SQLite writer waits for the write lock. */
const BUSY_TIMEOUT = 5_000

/** Adds to a dialect what a process observes of its statements. */
export type WrapDialect = (dialect: Dialect, kind: OpenDatabase['kind']) => Dialect

export type DatabaseOptions = { wrap?: WrapDialect | undefined }

const unwrapped: WrapDialect = (dialect) => dialect

/** Opens the database without changing it. Run `migrate` before the first query. */
export function openDatabase(location: DatabaseLocation, { wrap = unwrapped }: DatabaseOptions = {}): OpenDatabase {
  return location.databaseUrl ? openPostgres(location.databaseUrl, wrap) : openSqlite(location.dataDir, wrap)
}

function openSqlite(dataDir: string, wrap: WrapDialect): OpenDatabase {
  mkdirSync(dataDir, { recursive: true })
  const file = sqliteFileIn(dataDir)
  const open = () => new Sqlite(file, { timeout: BUSY_TIMEOUT })
  const sqlite = open()
  sqlite.pragma('journal_mode = WAL')
  // A commit that was answered survives a power failure, not only a crash of the process.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  const reading = open()
  reading.pragma('query_only = ON')
  const writing = writingDialect({ file, busyTimeout: BUSY_TIMEOUT })
  const readingDialect = new SqliteDialect({ database: cachePreparedStatements(reading) })
  const db = withReadConnection<Tables>(wrap(writing, 'sqlite'), wrap(readingDialect, 'sqlite'))
  const close = async () => {
    await writing.close()
    reading.close()
    sqlite.close()
  }
  return { kind: 'sqlite', db, sqlite, close }
}

/** Returns 64-bit integers as numbers: ours are counts and milliseconds, far below 2^53. */
export const int8AsNumber = new TypeOverrides()
int8AsNumber.setTypeParser(types.builtins.INT8, Number)

function openPostgres(connectionString: string, wrap: WrapDialect): OpenDatabase {
  const pool = new Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    // Client-side timeout, for a server that no longer answers.
    query_timeout: STATEMENT_TIMEOUT + 500,
    types: int8AsNumber,
  })
  // An idle connection that is lost is replaced at the next query, which reports a persistent failure.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: wrap(new PostgresDialect({ pool }), 'postgres') })
  return { kind: 'postgres', db, pool, close: () => db.destroy() }
}
