import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** More than the different texts the server sends; lists of ids of every length would otherwise pile up. */
const KEPT = 256

/**
 * A SQLite database as Kysely wants it, with the statements used last kept prepared: preparing one costs more than
 * running most of ours. A statement that is iterated stays open meanwhile, so it is always one of its own.
 */
export function keepPrepared(sqlite: Sqlite.Database): SqliteDatabase {
  // Least recently used first.
  const kept = new Map<string, SqliteStatement>()

  const prepare = (sql: string): SqliteStatement => {
    const statement = sqlite.prepare(sql)
    return {
      reader: statement.reader,
      all: (parameters) => statement.all(...parameters),
      run: (parameters) => statement.run(...parameters),
      iterate: (parameters) => sqlite.prepare(sql).iterate(...parameters),
    }
  }

  return {
    close: () => {
      kept.clear()
      sqlite.close()
    },
    prepare: (sql) => {
      const statement = kept.get(sql) ?? prepare(sql)
      kept.delete(sql)
      kept.set(sql, statement)
      if (kept.size > KEPT) {
        const [oldest] = kept.keys()
        if (oldest !== undefined) kept.delete(oldest)
      }
      return statement
    },
  }
}
