import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withPostgres } from '../../platform/database/postgres/postgres-pool.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { type BackupFile, hashFile } from './backup-files.ts'

type ProgramName = 'pg_dump' | 'pg_restore'

/** Variables of libpq that would lead a program to another server than the one of the URL. */
const misleading = ['PGHOSTADDR', 'PGSERVICE', 'PGSERVICEFILE', 'PGOPTIONS']
/** Parameters of the URL that libpq knows by a variable. */
const parameters = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' }

/**
 * The server of the URL as variables of libpq. The list of processes shows the arguments of a program, so the password is
 * none of them.
 */
function libpqEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new Client({ connectionString: databaseUrl })
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C', PGHOST: host, PGPORT: String(port) }
  for (const name of misleading) delete env[name]
  if (user !== undefined) env['PGUSER'] = user
  if (database !== undefined) env['PGDATABASE'] = database
  // Absent: a file of passwords may have it.
  if (typeof password === 'string') env['PGPASSWORD'] = password
  const { searchParams } = new URL(databaseUrl)
  for (const [parameter, variable] of Object.entries(parameters)) {
    const value = searchParams.get(parameter)
    if (value !== null) env[variable] = value === 'no-verify' ? 'require' : value
  }
  return env
}

type Ended = { code: number | null; output: string; errors: string }

/** null: there is no such program. */
async function run(name: ProgramName, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended | null> {
  const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  try {
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code: child.exitCode, output, errors }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const install = (major: number) => `请安装 PostgreSQL ${major} 或更新版本的客户端程序，并让它在 PATH 中排在最前`

/** @throws AdminRefused unless the program is there and is not older than the server */
export async function requireProgram(name: ProgramName, serverMajor: number): Promise<void> {
  const found = await run(name, ['--version'], process.env)
  if (found === null) throw new AdminRefused(`没有找到 ${name}，未作任何改动：${install(serverMajor)}。`)
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(found.output)?.[1] ?? 0)
  if (major >= serverMajor) return
  throw new AdminRefused(`${name} 的版本 ${major} 低于数据库的 ${serverMajor}，未作任何改动：${install(serverMajor)}。`)
}

/** @throws AdminRefused with the first line that a failed program has printed */
async function runProgram(name: ProgramName, args: readonly string[], databaseUrl: string): Promise<void> {
  const ended = await run(name, args, libpqEnvironment(databaseUrl))
  if (ended?.code === 0) return
  const [line = ''] = (ended?.errors ?? '').split('\n').filter((one) => one !== '')
  throw new AdminRefused(`${name} 没有完成：${line}`)
}

/** The folder of `pg_dump` in a backup. */
const POSTGRES_COPY = 'database'

/** Tables change only while a migration runs. */
const ATTEMPTS = 5
const UNDEFINED_TABLE = '42P01'

export type PostgresBackup = { migrations: string[]; pictures: string[]; files: BackupFile[] }

const namesOf = async (client: Client, query: string) =>
  (await rowsOf<{ name: string }>(client, query)).map(({ name }) => name)

const isUndefinedTable = (error: unknown) => error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE

/** Copies the database in one snapshot: other transactions are in it as a whole or not at all. */
export const backUpPostgres = (databaseUrl: string, folder: string): Promise<PostgresBackup> =>
  withPostgres(databaseUrl, async (client) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const tables = (await tablesOf(client)).map(({ name }) => name)
      if (!tables.includes('kysely_migration')) throw nothingStored()
      const copied = await inTransaction(client, 'isolation level repeatable read, read only', async () => {
        // The lock comes before the first query, which takes the snapshot: no table is replaced between the two.
        await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
        return dumpSnapshot(client, databaseUrl, folder)
      }).catch((error: unknown) => {
        if (isUndefinedTable(error)) return null
        throw error
      })
      if (copied !== null) return copied
    }
    throw new AdminRefused('数据库的表正在变化，没有备份，请稍后再试。')
  })

async function dumpSnapshot(client: Client, databaseUrl: string, folder: string): Promise<PostgresBackup> {
  const [snapshot = ''] = await namesOf(client, 'select pg_export_snapshot() as name')
  const migrations = await namesOf(client, 'select name from kysely_migration order by name collate "C"')
  const pictures = await namesOf(client, 'select id as name from upload order by id')
  const target = path.join(folder, POSTGRES_COPY)
  const words = ['--format=directory', `--file=${target}`, `--snapshot=${snapshot}`, '--compress=1', '--no-sync']
  const content = [`--schema=${quoted(await schemaOf(client))}`, '--no-owner', '--no-privileges']
  try {
    await runProgram('pg_dump', [...words, ...content], databaseUrl)
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
  const files: BackupFile[] = []
  for (const name of (await readdir(target)).toSorted()) files.push(await hashFile(folder, `${POSTGRES_COPY}/${name}`))
  return { migrations, pictures, files }
}

/** Whether the schema has no tables. */
export const isEmptyPostgres = async (client: Client) => (await tablesOf(client)).length === 0

/** Drops the tables and functions of the schema, other than those of extensions. */
export async function emptyPostgres(client: Client): Promise<void> {
  const withoutExtensions = `and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`
  const dropped = await rowsOf<{ statement: string }>(
    client,
    `select format('drop table if exists %s cascade', o.oid::regclass) as statement from pg_class o
       where o.relnamespace = ${ownSchema} and o.relkind in ('r', 'p') and not o.relispartition ${withoutExtensions}
     union all
     select format('drop routine if exists %s cascade', o.oid::regprocedure) from pg_proc o
       where o.pronamespace = ${ownSchema} ${withoutExtensions}`,
  )
  await inTransaction(client, '', async () => {
    for (const { statement } of dropped) await client.query(statement)
  })
}

/** Fills an empty database from a backup of PostgreSQL, in one transaction: a restoration that fails leaves it empty. */
export async function restorePostgres(client: Client, databaseUrl: string, folder: string): Promise<void> {
  const words = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  // Without the schema itself, which exists. The name of the database is a variable, which needs the empty option.
  const target = [`--schema=${await schemaOf(client)}`, '--dbname=']
  await runProgram('pg_restore', [...words, ...target, path.join(folder, POSTGRES_COPY)], databaseUrl)
  await client.query('analyze')
}

/** Rows of a table in the text format of COPY. */
export type TableSource = TableShape & { open: () => Readable }

/** What a database is filled with that has the migrations of the source. */
export type StoreSource = {
  tables: readonly TableSource[]
  /** Last values of sequences. */
  sequences: readonly { name: string; last: number }[]
}

/** @throws AdminRefused unless the migrated schema has the tables and columns of the backup */
function requireSameShape(own: readonly TableShape[], tables: readonly TableShape[]) {
  const shapes = new Map(own.map(({ name, columns }) => [name, columns.toSorted().join()]))
  const other = tables.find(({ name, columns }) => shapes.get(name) !== columns.toSorted().join())
  if (other !== undefined) throw new AdminRefused(`备份中的表 ${other.name} 与本版本的表不同，无法恢复。`)
}

async function copyInto(client: Client, { name, columns, open }: TableSource): Promise<void> {
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(open(), stream)
}

/** Fills a migrated database, in one transaction: a restoration that fails leaves it without rows. */
export async function fillPostgres(client: Client, { tables, sequences }: StoreSource): Promise<void> {
  // In the order of their creation, in which a table comes after those that it refers to.
  const own = await tablesOf(client)
  requireSameShape(own, tables)
  const ordered = own.flatMap(({ name }) => tables.find((table) => table.name === name) ?? [])
  await inTransaction(client, '', async () => {
    // Migrations insert the rows that a new store has.
    await client.query(`truncate ${ordered.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of ordered) await copyInto(client, table)
    for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), last])
  })
  await client.query('analyze')
}

/** Timeouts of the role or database do not apply to it. Transaction mode of PgBouncer allows `set local` only. */
async function inTransaction<T>(client: Client, mode: string, work: () => Promise<T>): Promise<T> {
  await client.query(`begin ${mode}`)
  try {
    await client.query('set local statement_timeout = 0')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export const nothingStored = () => new AdminRefused('没有可备份的数据：请检查 DATA_DIR 与 DATABASE_URL。')

export const rowsOf = async <Row extends QueryResultRow>(client: Client, statement: string, values: unknown[] = []) =>
  (await client.query<Row>(statement, values)).rows

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const ownSchema = 'current_schema()::regnamespace'

export type TableShape = { name: string; columns: string[] }

/**
 * Tables of the current schema with the columns that are stored, in the order of their creation; a partitioned table
 * includes its partitions.
 */
const tablesOf = (client: Client) =>
  rowsOf<TableShape>(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = ${ownSchema} and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid, c.relname order by c.oid`,
  )

async function schemaOf(client: Client): Promise<string> {
  const [row] = await rowsOf<{ name: string }>(client, 'select current_schema()::text as name')
  return row?.name ?? ''
}

/** 18 of PostgreSQL 18.4. */
export async function majorVersionOf(client: Client): Promise<number> {
  const [row] = await rowsOf<{ version: string }>(client, `select current_setting('server_version_num') as version`)
  return Math.floor(Number(row?.version) / 10_000)
}

/** A connection that was closed a moment ago is still listed. */
const CLOSING = { attempts: 20, waitMs: 100 }

async function otherConnections(client: Client): Promise<number> {
  const [row] = await rowsOf<{ others: number }>(
    client,
    `select count(*) as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return row?.others ?? 0
}

/** @throws AdminRefused while any other connection of the database is open */
export async function requireUnusedPostgres(client: Client): Promise<void> {
  let others = await otherConnections(client)
  for (let attempt = 1; others > 0 && attempt < CLOSING.attempts; attempt += 1) {
    await wait(CLOSING.waitMs)
    others = await otherConnections(client)
  }
  if (others > 0) throw new AdminRefused(`数据库还有 ${others} 个连接，请先停止所有服务，再恢复。`)
}
