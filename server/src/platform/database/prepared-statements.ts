import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

/** More than the server's different statements. Without a limit, lists of ids of every length would pile up. */
const MAX_PREPARED = 256

/**
 * SQLite database for Kysely that caches prepared statements: preparing one costs more than running most of ours.
 * An iterated statement stays busy meanwhile, so each iteration prepares its own.
 */
export function keepPrepared(sqlite: Sqlite.Database): SqliteDatabase {
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
