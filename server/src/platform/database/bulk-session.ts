import Sqlite from 'better-sqlite3'
import { Client, type QueryResultRow } from 'pg'
import { numbersNotText, type OpenDatabase } from './open-database.ts'

export type ColumnType = 'text' | 'smallint' | 'integer' | 'bigint' | 'double precision'
type Value = string | number | null

/** How the rows of a table are written in bulk: each column with its type, and the columns that say which row it is. */
export type BulkTable = {
  name: string
  columns: Record<string, ColumnType>
  /** Empty where rows are only ever added. */
  key: readonly string[]
  /** What happens to a row whose key is there. */
  whenPresent: 'replace' | 'keep'
}

/**
 * The one way to write many rows: prepared statements per database, flat in memory, one transaction a batch.
 * Holds the right to import alone; both databases take it back from a process that has died.
 */
export type BulkSession = {
  /** Rows whose `column` is one of `values`, in no order. */
  selectIn<Row extends QueryResultRow>(table: string, column: string, values: readonly string[]): Promise<Row[]>
  write(table: BulkTable, rows: readonly Record<string, Value>[]): Promise<void>
  /** Deletes the rows of these keys. */
  remove(table: BulkTable, rows: readonly Record<string, Value>[]): Promise<void>
  /** Keeps what `work` wrote if it answers 'commit', nothing if it answers 'rollback' or throws. */
  transaction(work: () => Promise<'commit' | 'rollback'>): Promise<void>
  close(): Promise<void>
}

/** null while another process holds the right to import. */
export function openBulkSession(database: OpenDatabase): Promise<BulkSession | null> {
  return database.kind === 'sqlite' ? openSqliteSession(database) : openPostgresSession(database)
}

function conflictClause(table: BulkTable) {
  if (table.key.length === 0) return ''
  const others = Object.keys(table.columns).filter((column) => !table.key.includes(column))
  const update = others.map((column) => `${column} = excluded.${column}`).join(', ')
  const action = table.whenPresent === 'replace' && update !== '' ? `update set ${update}` : 'nothing'
  return ` on conflict (${table.key.join(', ')}) do ${action}`
}

async function openSqliteSession({
  db,
  sqlite,
}: Extract<OpenDatabase, { kind: 'sqlite' }>): Promise<BulkSession | null> {
  const lock = new Sqlite(`${sqlite.name}.import-lock`, { timeout: 0 })
  try {
    // A lock of the operating system on a file of its own: readers and writers of the store never see it.
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return null
  }
  // Loss of power may take back the last batches, whole, with the point the import had reached: nothing is torn,
  // the import goes on from there, and no batch waits for the disk.
  sqlite.pragma('synchronous = NORMAL')
  const inserts = new Map<string, Sqlite.Statement<Value[]>>()
  const insertInto = (table: BulkTable) => {
    const known = inserts.get(table.name)
    if (known !== undefined) return known
    const columns = Object.keys(table.columns)
    const places = columns.map(() => '?').join(', ')
    const text = `insert into ${table.name} (${columns.join(', ')}) values (${places})${conflictClause(table)}`
    const statement = sqlite.prepare<Value[]>(text)
    inserts.set(table.name, statement)
    return statement
  }
  return {
    selectIn: async <Row>(table: string, column: string, values: readonly string[]) => {
      if (values.length === 0) return []
      const text = `select * from ${table} where ${column} in (select value from json_each(?))`
      return sqlite.prepare<[string], Row>(text).all(JSON.stringify(values))
    },
    write: async (table, rows) => {
      if (rows.length === 0) return
      const statement = insertInto(table)
      const columns = Object.keys(table.columns)
      for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null))
    },
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
      if (sqlite.open) sqlite.pragma('synchronous = FULL')
      lock.close()
    },
  }
}

/** Any number; the same in all processes that import. */
const ADVISORY_LOCK = 727_463_001
/** A batch may wait for a checkpoint of the server, milliseconds. */
const BULK_TIMEOUT = 60_000

async function openPostgresSession({ pool }: Extract<OpenDatabase, { kind: 'postgres' }>): Promise<BulkSession | null> {
  const client = new Client({
    connectionString: pool.options.connectionString,
    types: numbersNotText,
    connectionTimeoutMillis: 5_000,
    statement_timeout: BULK_TIMEOUT,
    query_timeout: BULK_TIMEOUT + 5_000,
  })
  // A lost connection is told by the query that needs it.
  client.on('error', () => {})
  await client.connect()
  const lock = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [ADVISORY_LOCK])
  if (lock.rows[0]?.held !== true) {
    await client.end()
    return null
  }
  return {
    selectIn: async <Row extends QueryResultRow>(table: string, column: string, values: readonly string[]) => {
      if (values.length === 0) return []
      const text = `select * from ${table} where ${column} = any($1::text[])`
      const answer = await client.query<Row>({ name: `select-${table}-${column}`, text, values: [values] })
      return answer.rows
    },
    write: async (table, rows) => {
      if (rows.length === 0) return
      const columns = Object.entries(table.columns)
      const arrays = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')
      const names = columns.map(([column]) => column)
      const text = `insert into ${table.name} (${names.join(', ')}) select * from unnest(${arrays})${conflictClause(table)}`
      const values = names.map((column) => rows.map((row) => row[column] ?? null))
      await client.query({ name: `insert-${table.name}`, text, values })
    },
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
