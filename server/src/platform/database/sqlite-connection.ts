import Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

// No import of Kysely: the thread of the writer would load it at each start.

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
