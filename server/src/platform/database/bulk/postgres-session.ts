import { finished } from 'node:stream/promises'
import { Client, type QueryResultRow } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sha256 } from '../../crypto/hmac.ts'
import type { OpenDatabase } from '../open-database.ts'
import { isPooled } from '../postgres/named-statements.ts'
import { int8AsNumber, withPostgres } from '../postgres/postgres-pool.ts'
import {
  type BulkReader,
  type BulkRow,
  type BulkSession,
  type BulkTable,
  conflictClause,
  createDeferredIndexes,
  usedColumns,
  type Value,
} from './bulk-table.ts'

/** Characters that the text format of COPY escapes. */
const escaped = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in the text format of PostgreSQL's COPY. */
export function copyValue(value: Value | bigint): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return escaped.test(value) ? value.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one] ?? one) : value
}

/** Rows in the text format of PostgreSQL's COPY. */
const copyText = (rows: readonly BulkRow[], columns: readonly string[]) =>
  rows.map((row) => `${columns.map((column) => copyValue(row[column] ?? null)).join('\t')}\n`).join('')

const NEEDS_SESSION =
  '导入需要独占的数据库会话，不能经过 PgBouncer 等连接池：请在 DATABASE_URL 中写 PostgreSQL 自己的地址再执行导入。'

/** The database is reached through a pooler, which gives each transaction another session. */
export class PooledConnection extends Error {}

/** Any number that all importing processes share. */
const ADVISORY_LOCK = 727_463_001
/** Milliseconds; a batch may wait for a checkpoint of the server. */
const BULK_TIMEOUT = 60_000
/** From here on COPY is faster than an array for each column. */
const COPIED_ROWS = 200
/** Rows encoded at once: the text of a whole batch costs a tenth more CPU of an import of contacts. */
const ENCODED_ROWS = 100

/** One name per statement text: PostgreSQL caches the prepared statement under it. */
const statementName = (text: string) => sha256(text).slice(0, 32)

/** Numbers the placeholders as PostgreSQL requires: $1, $2 … */
function numbered(text: string): string {
  let count = 0
  return text.replaceAll('?', () => `$${(count += 1)}`)
}

const clientOf = (connectionString: string | undefined) => {
  const client = new Client({
    connectionString,
    types: int8AsNumber,
    connectionTimeoutMillis: 5_000,
    statement_timeout: BULK_TIMEOUT,
    query_timeout: BULK_TIMEOUT + 5_000,
  })
  // A lost connection is reported by the query that needs it.
  client.on('error', () => {})
  return client
}

const readerOf = (client: Client): BulkReader => ({
  selectIn: async <Row extends QueryResultRow>(table: string, column: string, values: readonly string[]) => {
    if (values.length === 0) return []
    // Of a partitioned table each value is looked up in its own partition; a condition on the array searches all of them.
    const text = `select found.* from (select distinct unnest($1::text[]) as key) as wanted
      cross join lateral (select * from ${table} where ${column} = wanted.key offset 0) as found`
    return (await client.query<Row>({ name: `select-${table}-${column}`, text, values: [values] })).rows
  },
  select: async <Row extends QueryResultRow>(text: string, values: readonly Value[]) =>
    (await client.query<Row>(numbered(text), [...values])).rows,
})

async function copyInto(client: Client, target: string, columns: readonly string[], rows: readonly BulkRow[]) {
  const stream = client.query(copyFrom(`copy ${target} (${columns.join(', ')}) from stdin`))
  for (let at = 0; at < rows.length; at += ENCODED_ROWS) {
    stream.write(copyText(rows.slice(at, at + ENCODED_ROWS), columns))
  }
  stream.end()
  await finished(stream)
}

/** Arrays of the values of the columns, as parameters of a statement. PostgreSQL assigns whole numbers to any type of number. */
function arraysOf(rows: readonly BulkRow[], columns: readonly string[]) {
  const values = columns.map((column) => rows.map((row) => row[column] ?? null))
  const typed = values.map((of, at) => {
    if (!of.some((value) => typeof value === 'number')) return `$${at + 1}::text[]`
    const isWhole = of.every((value) => value === null || Number.isInteger(value))
    return `$${at + 1}::${isWhole ? 'bigint' : 'double precision'}[]`
  })
  return { unnested: `unnest(${typed.join(', ')})`, values }
}

/** Writes rows by arrays, or many by COPY: into the table itself when no key can exist, else by a staging table. */
function createInsert(client: Client) {
  async function byArrays(name: string, rows: readonly BulkRow[], columns: readonly string[], conflict: string) {
    const { unnested, values } = arraysOf(rows, columns)
    const text = `insert into ${name} (${columns.join(', ')}) select * from ${unnested}${conflict}`
    await client.query({ name: statementName(text), text, values })
  }

  return async ({ name }: BulkTable, rows: readonly BulkRow[], conflict: string) => {
    if (rows.length === 0) return
    const columns = usedColumns(rows)
    if (rows.length < COPIED_ROWS) return byArrays(name, rows, columns, conflict)
    if (conflict === '') return copyInto(client, name, columns, rows)
    const names = columns.join(', ')
    const staging = `staging_${name}`
    await client.query(`create temporary table ${staging} on commit drop as select ${names} from ${name} with no data`)
    await copyInto(client, staging, columns, rows)
    await client.query(`insert into ${name} (${names}) select ${names} from ${staging}${conflict}`)
    await client.query(`drop table ${staging}`)
  }
}

/** null while another process holds the import lock. @throws PooledConnection */
export async function openPostgresSession({
  url,
}: Extract<OpenDatabase, { kind: 'postgres' }>): Promise<BulkSession | null> {
  const client = clientOf(url)
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
  const beside = clientOf(url)
  await beside.connect()
  const insertInto = createInsert(client)
  return {
    ...readerOf(client),
    beside: readerOf(beside),
    indexes: createDeferredIndexes(
      async () => (await client.query<{ name: string }>('select indexname as name from pg_indexes')).rows,
      (text) => withPostgres(url, (unlimited) => unlimited.query(text)),
    ),
    execute: async (text, values) => {
      await client.query(numbered(text), [...values])
    },
    query: async ({ sql, parameters }) =>
      (await client.query({ name: statementName(sql), text: sql, values: [...parameters] })).rows,
    write: (table, rows, kept) => insertInto(table, rows, conflictClause(table, rows, kept)),
    insert: (table, rows) => insertInto(table, rows, ''),
    remove: async ({ name, key }, rows) => {
      if (rows.length === 0) return
      const { unnested, values } = arraysOf(rows, key)
      const text = `delete from ${name} where (${key.join(', ')}) in (select * from ${unnested})`
      await client.query({ name: `delete-${name}`, text, values })
    },
    transaction: async (work) => {
      await client.query('begin')
      try {
        await work()
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    close: async () => {
      await beside.end()
      await client.end()
    },
  }
}
