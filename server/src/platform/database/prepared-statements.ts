import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** More than the different texts the server sends; lists of ids of every length would otherwise pile up. */
const KEPT = 256

/**
 * A SQLite database as Kysely wants it, with the statements used last kept prepared: preparing one costs more than
 * running most of ours. A statement that is iterated stays open meanwhile, so it is always one of its own.
 */
export function keepPrepared(sqlite: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, Sqlite.Statement>()

  const prepared = (sql: string): Sqlite.Statement => {
    const known = kept.get(sql)
    const statement = known ?? sqlite.prepare(sql)
    kept.delete(sql)
    kept.set(sql, statement)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return statement
  }

  return {
    close: () => {
      kept.clear()
      sqlite.close()
    },
    prepare: (sql) => {
      const statement = prepared(sql)
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => sqlite.prepare(sql).iterate(...parameters),
      }
    },
  }
}
