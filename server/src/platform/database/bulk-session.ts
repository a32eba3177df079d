import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import { Client, type QueryResultRow } from 'pg'
import type { OpenDatabase } from './open-database.ts'
import { int8AsNumber } from './postgres/host-pool.ts'

export type ColumnType = 'text' | 'smallint' | 'integer' | 'bigint' | 'double precision'
type Value = string | number | null

/** A table for bulk writes: its columns with their types, and its key. */
export type BulkTable = {
  name: string
  columns: Record<string, ColumnType>
  /** Empty for a table that only grows. */
  key: readonly string[]
  /** What happens to a row whose key exists. */
  onConflict: 'replace' | 'ignore'
}

/**
 * Writes many rows with prepared statements, in one transaction per batch; memory does not grow with the number of
 * rows. Holds the import lock of the store until `close`; both databases release it when the process dies.
 */
export type BulkSession = {
  /** Rows whose `column` is one of `values`, in no order. */
  selectIn<Row extends QueryResultRow>(table: string, column: string, values: readonly string[]): Promise<Row[]>
  /** Rows of a query, and a statement without rows; `?` is the placeholder of a value. */
  select<Row extends QueryResultRow>(text: string, values: readonly Value[]): Promise<Row[]>
  execute(text: string, values: readonly Value[]): Promise<void>
  /** Runs a compiled query; returns no rows for one that only writes. */
  query<Row extends QueryResultRow>(compiled: CompiledQuery<Row>): Promise<Row[]>
  write(table: BulkTable, rows: readonly Record<string, Value>[]): Promise<void>
  /** Like `write`, for rows whose keys do not exist: checking for conflicts costs a quarter of the writing. */
  insert(table: BulkTable, rows: readonly Record<string, Value>[]): Promise<void>
  /** Deletes the rows with these keys. */
  remove(table: BulkTable, rows: readonly Record<string, Value>[]): Promise<void>
  /** Commits when `work` returns 'commit'; rolls back when it returns 'rollback' or throws. */
  transaction(work: () => Promise<'commit' | 'rollback'>): Promise<void>
  close(): Promise<void>
}

/** null while another process holds the import lock. @throws PooledConnection */
export function openBulkSession(database: OpenDatabase): Promise<BulkSession | null> {
  return database.kind === 'sqlite' ? openSqliteSession(database) : openPostgresSession(database)
}

function conflictClause(table: BulkTable) {
  if (table.key.length === 0) return ''
  const others = Object.keys(table.columns).filter((column) => !table.key.includes(column))
  const update = others.map((column) => `${column} = excluded.${column}`).join(', ')
  const action = table.onConflict === 'replace' && update !== '' ? `update set ${update}` : 'nothing'
  return ` on conflict (${table.key.join(', ')}) do ${action}`
}

/** Columns that have a value in any of the rows. Naming an empty column costs as much as a value. */
const usedColumns = (table: BulkTable, rows: readonly Record<string, Value>[]) =>
  Object.keys(table.columns).filter((column) => rows.some((row) => (row[column] ?? null) !== null))

const IMPORT_CACHE_KIB = 16 * 1024
const IMPORT_CHECKPOINT_PAGES = 16_384
/** Default of SQLite. */
const USUAL_CHECKPOINT_PAGES = 1_000

async function openSqliteSession({
  db,
  sqlite,
}: Extract<OpenDatabase, { kind: 'sqlite' }>): Promise<BulkSession | null> {
  const lock = new Sqlite(`${sqlite.name}.import-lock`, { timeout: 0 })
  try {
    // A file lock on a separate file does not block readers and writers of the store.
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return null
  }
  // After a loss of power the last batches may be missing, each as a whole with its progress: the import resumes there.
  // No batch waits for the disk.
  sqlite.pragma('synchronous = NORMAL')
  // Keep index pages in the cache: batches change the same pages again, and a checkpoint then writes each once.
  const cacheBefore = sqlite.pragma('cache_size', { simple: true })
  sqlite.pragma(`cache_size = -${IMPORT_CACHE_KIB}`)
  sqlite.pragma(`wal_autocheckpoint = ${IMPORT_CHECKPOINT_PAGES}`)
  const inserts = new Map<string, Sqlite.Statement<[Value[]]>>()
  const insertInto = (table: BulkTable, rows: readonly Record<string, Value>[], conflict: string) => {
    if (rows.length === 0) return
    const columns = usedColumns(table, rows)
    const places = columns.map(() => '?').join(', ')
    const text = `insert into ${table.name} (${columns.join(', ')}) values (${places})${conflict}`
    const statement = inserts.get(text) ?? sqlite.prepare<[Value[]]>(text)
    inserts.set(text, statement)
    for (const row of rows) statement.run(columns.map((column) => row[column] ?? null))
  }
  return {
    selectIn: async <Row>(table: string, column: string, values: readonly string[]) => {
      if (values.length === 0) return []
      const text = `select * from ${table} where ${column} in (select value from json_each(?))`
      return sqlite.prepare<[string], Row>(text).all(JSON.stringify(values))
    },
    select: async <Row>(text: string, values: readonly Value[]) => sqlite.prepare<Value[], Row>(text).all(...values),
    execute: async (text, values) => {
      sqlite.prepare<Value[]>(text).run(...values)
    },
    query: async <Row>({ sql, parameters }: CompiledQuery<Row>) => {
      const statement = sqlite.prepare<unknown[], Row>(sql)
      if (statement.reader) return statement.all(...parameters)
      statement.run(...parameters)
      return []
    },
    write: async (table, rows) => insertInto(table, rows, conflictClause(table)),
    insert: async (table, rows) => insertInto(table, rows, ''),
    remove: async ({ name, key }, rows) => {
      if (rows.length === 0) return
      const conditions = key.map((column) => `${column} = ?`).join(' and ')
      const statement = sqlite.prepare<Value[]>(`delete from ${name} where ${conditions}`)
      for (const row of rows) statement.run(...key.map((column) => row[column] ?? null))
    },
    transaction: (work) =>
      db.connection().execute(async () => {
        sqlite.exec('begin immediate')
        try {
          sqlite.exec((await work()) === 'commit' ? 'commit' : 'rollback')
        } catch (error) {
          if (sqlite.inTransaction) sqlite.exec('rollback')
          throw error
        }
      }),
    close: async () => {
      if (sqlite.open) {
        sqlite.pragma('synchronous = FULL')
        sqlite.pragma(`cache_size = ${String(cacheBefore)}`)
        sqlite.pragma(`wal_autocheckpoint = ${USUAL_CHECKPOINT_PAGES}`)
      }
      lock.close()
    },
  }
}

const NEEDS_SESSION =
  '导入需要独占的数据库会话，不能经过 PgBouncer 等连接池：请在 DATABASE_URL 中写 PostgreSQL 自己的地址再执行导入。'

/** The database is reached through a pooler, which gives each transaction another session. */
export class PooledConnection extends Error {}

/** A pooler tells its clients a process id of its own. */
async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in client && client.processID !== rows[0]?.pid
}

/** Any number that all importing processes share. */
const ADVISORY_LOCK = 727_463_001
/** Milliseconds; a batch may wait for a checkpoint of the server. */
const BULK_TIMEOUT = 60_000

/** One name per statement text: PostgreSQL caches the prepared statement under it. */
const statementName = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Numbers the placeholders as PostgreSQL requires: $1, $2 … */
function numbered(text: string): string {
  let count = 0
  return text.replaceAll('?', () => `$${(count += 1)}`)
}

async function openPostgresSession({ pool }: Extract<OpenDatabase, { kind: 'postgres' }>): Promise<BulkSession | null> {
  const client = new Client({
    connectionString: pool.options.connectionString,
    types: int8AsNumber,
    connectionTimeoutMillis: 5_000,
    statement_timeout: BULK_TIMEOUT,
    query_timeout: BULK_TIMEOUT + 5_000,
  })
  // A lost connection is reported by the query that needs it.
  client.on('error', () => {})
  await client.connect()
  if (await isPooled(client)) {
    await client.end()
    throw new PooledConnection(NEEDS_SESSION)
  }
  const lock = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [ADVISORY_LOCK])
  if (lock.rows[0]?.locked !== true) {
    await client.end()
    return null
  }
  const insertInto = async (table: BulkTable, rows: readonly Record<string, Value>[], conflict: string) => {
    if (rows.length === 0) return
    const names = usedColumns(table, rows)
    const arrays = names.map((column, at) => `$${at + 1}::${table.columns[column]}[]`).join(', ')
    const text = `insert into ${table.name} (${names.join(', ')}) select * from unnest(${arrays})${conflict}`
    const values = names.map((column) => rows.map((row) => row[column] ?? null))
    await client.query({ name: statementName(text), text, values })
  }
  return {
    selectIn: async <Row extends QueryResultRow>(table: string, column: string, values: readonly string[]) => {
      if (values.length === 0) return []
      // Of a partitioned table each value is looked up in its own partition; a condition on the array searches all of them.
      const text = `select found.* from (select distinct unnest($1::text[]) as key) as wanted
        cross join lateral (select * from ${table} where ${column} = wanted.key offset 0) as found`
      const result = await client.query<Row>({ name: `select-${table}-${column}`, text, values: [values] })
      return result.rows
    },
    select: async <Row extends QueryResultRow>(text: string, values: readonly Value[]) =>
      (await client.query<Row>(numbered(text), [...values])).rows,
    execute: async (text, values) => {
      await client.query(numbered(text), [...values])
    },
    query: async <Row extends QueryResultRow>({ sql, parameters }: CompiledQuery<Row>) =>
      (await client.query<Row>({ name: statementName(sql), text: sql, values: [...parameters] })).rows,
    write: (table, rows) => insertInto(table, rows, conflictClause(table)),
    insert: (table, rows) => insertInto(table, rows, ''),
    remove: async ({ name, columns, key }, rows) => {
      if (rows.length === 0) return
      const arrays = key.map((column, at) => `$${at + 1}::${columns[column]}[]`).join(', ')
      const text = `delete from ${name} where (${key.join(', ')}) in (select * from unnest(${arrays}))`
      await client.query({ name: `delete-${name}`, text, values: key.map((column) => rows.map((row) => row[column])) })
    },
    transaction: async (work) => {
      await client.query('begin')
      try {
        await client.query((await work()) === 'commit' ? 'commit' : 'rollback')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    close: () => client.end(),
  }
}
