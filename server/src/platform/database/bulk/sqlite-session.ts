import Sqlite from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import type { OpenDatabase } from '../open-database.ts'
import { Writer } from '../sqlite-writer.ts'
import {
  type BulkReader,
  type BulkRow,
  type BulkSession,
  type BulkSessionOptions,
  type BulkTable,
  conflictClause,
  createDeferredIndexes,
  usedColumns,
  valuesOf,
} from './bulk-table.ts'

const IMPORT_CACHE_KIB = 16 * 1024
const IMPORT_CHECKPOINT_PAGES = 16_384
/** Default of SQLite. */
const USUAL_CHECKPOINT_PAGES = 1_000
/** Milliseconds for which a batch waits for another writer. */
const BUSY_TIMEOUT = 5_000
/** The values of two batches, and their rows. */
const WRITER_HEAP_MIB = 96

/** A connection that writes: in this thread, or in another. */
type Connection = {
  all: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>
  /** Runs a statement without rows once per `width` values. */
  runEach: (text: string, values: readonly unknown[], width: number) => Promise<void>
  close: () => Promise<void>
}

function readerOf(all: Connection['all']): BulkReader {
  return {
    selectIn: async (table, column, values) => {
      if (values.length === 0) return []
      const text = `select * from ${table} where ${column} in (select value from json_each(?))`
      return all(text, [JSON.stringify(values)])
    },
    select: all,
  }
}

const allOf = async <Row>(sqlite: Sqlite.Database, text: string, values: readonly unknown[]): Promise<Row[]> => {
  const statement = sqlite.prepare<unknown[], Row>(text)
  if (statement.reader) return statement.all(...values)
  statement.run(...values)
  return []
}

/** For a small import: a thread more would take longer to start than the import. */
function connectionHere(sqlite: Sqlite.Database): Connection {
  const prepared = new Map<string, Sqlite.Statement>()
  const cacheBefore = sqlite.pragma('cache_size', { simple: true })
  return {
    all: (text, values) => allOf(sqlite, text, values),
    runEach: async (text, values, width) => {
      const statement = prepared.get(text) ?? sqlite.prepare(text)
      prepared.set(text, statement)
      for (let at = 0; at < values.length; at += width) statement.run(values.slice(at, at + width))
    },
    close: async () => {
      if (!sqlite.open) return
      sqlite.pragma('synchronous = FULL')
      sqlite.pragma(`cache_size = ${String(cacheBefore)}`)
      sqlite.pragma(`wal_autocheckpoint = ${USUAL_CHECKPOINT_PAGES}`)
    },
  }
}

/** A batch is written in a thread of its own while the next one is read and resolved. */
function connectionInThread(file: string): Connection {
  const writer = new Writer({ file, busyTimeout: BUSY_TIMEOUT, heapMib: WRITER_HEAP_MIB })
  return {
    all: async <Row>(text: string, values: readonly unknown[]) =>
      (await writer.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
    runEach: (text, values, width) => writer.runEach(text, values, width),
    close: () => writer.close(),
  }
}

/** null while another process holds the lock. A file lock on a separate file does not block readers and writers. */
function takeLock(file: string): Sqlite.Database | null {
  const lock = new Sqlite(`${file}.import-lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch {
    lock.close()
    return null
  }
}

export async function openSqliteSession(
  { db, sqlite }: Extract<OpenDatabase, { kind: 'sqlite' }>,
  { isLarge }: BulkSessionOptions,
): Promise<BulkSession | null> {
  const lock = takeLock(sqlite.name)
  if (lock === null) return null
  const connection = isLarge ? connectionInThread(sqlite.name) : connectionHere(sqlite)
  const run = async (text: string, values: readonly unknown[] = []) => void (await connection.all(text, values))
  // After a loss of power the last batches may be missing, each as a whole with its progress: the import resumes there.
  // No batch waits for the disk.
  await run('pragma synchronous = NORMAL')
  // Keep index pages in the cache: batches change the same pages again, and a checkpoint then writes each once.
  await run(`pragma cache_size = -${IMPORT_CACHE_KIB}`)
  await run(`pragma wal_autocheckpoint = ${IMPORT_CHECKPOINT_PAGES}`)

  const insertInto = async ({ name }: BulkTable, rows: readonly BulkRow[], conflict: string) => {
    if (rows.length === 0) return
    const columns = usedColumns(rows)
    const places = columns.map(() => '?').join(', ')
    const text = `insert into ${name} (${columns.join(', ')}) values (${places})${conflict}`
    await connection.runEach(text, valuesOf(rows, columns), columns.length)
  }
  const findIndexes = () => connection.all<{ name: string }>("select name from sqlite_master where type = 'index'", [])
  return {
    ...readerOf((text, values) => connection.all(text, values)),
    // In this thread creating an index would block a server that starts.
    indexes: createDeferredIndexes(findIndexes, isLarge ? run : (text) => sql.raw(text).execute(db)),
    beside: readerOf(<Row>(text: string, values: readonly unknown[]) => allOf<Row>(sqlite, text, values)),
    execute: run,
    query: ({ sql: text, parameters }) => connection.all(text, parameters),
    write: (table, rows, kept) => insertInto(table, rows, conflictClause(table, rows, kept)),
    insert: (table, rows) => insertInto(table, rows, ''),
    remove: async ({ name, key }, rows) => {
      if (rows.length === 0) return
      const conditions = key.map((column) => `${column} = ?`).join(' and ')
      await connection.runEach(`delete from ${name} where ${conditions}`, valuesOf(rows, key), key.length)
    },
    transaction: (work) =>
      db.connection().execute(async () => {
        await run('begin immediate')
        try {
          await work()
          await run('commit')
        } catch (error) {
          // SQLite rolls back itself when the disk is full.
          await run('rollback').catch(() => {})
          throw error
        }
      }),
    close: async () => {
      await connection.close()
      lock.close()
    },
  }
}
