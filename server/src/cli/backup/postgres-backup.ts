import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { AdminRefused } from '../admin/admin-refused.ts'
import { type BackupFile, hashFile } from './backup-files.ts'
import type { DayDump, SequenceState, TableDump } from './manifest.ts'
import {
  EVENTS,
  inTransaction,
  nothingStored,
  partitionOf,
  quoted,
  rowsOf,
  type TableShape,
  tablesOf,
  withPostgres,
} from './postgres-session.ts'

/** The speed of the disk matters more than the size. */
const GZIP_LEVEL = 1
/** The lock of migrations is no data. */
const LOCK_TABLE = 'kysely_migration_lock'
/** Tables change only while a migration runs. */
const ATTEMPTS = 5
const UNDEFINED_TABLE = '42P01'

export type PostgresBackup = {
  migrations: string[]
  pictures: string[]
  tables: TableDump[]
  sequences: SequenceState[]
  files: BackupFile[]
}

/** Writes rows as the text format of COPY, compressed. Returns the number of rows. */
async function copyRows(client: Client, { name, columns }: TableShape, folder: string, file: string): Promise<number> {
  const stream = client.query(copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`))
  const target = createWriteStream(path.join(folder, file), { mode: 0o600 })
  await pipeline(stream, createGzip({ level: GZIP_LEVEL }), target)
  return stream.rowCount
}

/** Copies every table but the events, in one snapshot: other transactions are in it as a whole or not at all. */
export const backUpPostgres = (databaseUrl: string, folder: string): Promise<PostgresBackup> =>
  withPostgres(databaseUrl, async (client) => {
    await mkdir(path.join(folder, 'database'))
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = await storedTables(client)
      if (!before.some(({ name }) => name === 'kysely_migration')) throw nothingStored()
      const copied = await inTransaction(client, 'isolation level repeatable read, read only', async () => {
        // The lock comes before the first query, which takes the snapshot: no table is replaced between the two.
        await client.query(`lock table ${before.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
        const tables = await storedTables(client)
        return isDeepStrictEqual(tables, before) ? copySnapshot(client, tables, folder) : null
      })
      if (copied !== null) return copied
    }
    throw new AdminRefused('数据库的表正在变化，没有备份，请稍后再试。')
  })

const storedTables = async (client: Client) =>
  (await tablesOf(client)).filter(({ name }) => name !== EVENTS && name !== LOCK_TABLE)

async function copySnapshot(client: Client, shapes: readonly TableShape[], folder: string): Promise<PostgresBackup> {
  const namesOf = async (text: string) => (await rowsOf<{ name: string }>(client, text)).map(({ name }) => name)
  const migrations = await namesOf('select name from kysely_migration order by name collate "C"')
  const pictures = await namesOf('select id as name from upload order by id')
  const tables: TableDump[] = []
  const files: BackupFile[] = []
  for (const table of shapes) {
    const file = `database/${table.name}.copy.gz`
    const rows = await copyRows(client, table, folder, file)
    tables.push({ ...table, rows, file })
    files.push(await hashFile(folder, file))
  }
  const sequences = await rowsOf<SequenceState>(
    client,
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = current_schema() order by sequencename collate "C"`,
  )
  return { migrations, pictures, tables, sequences, files }
}

const isUndefinedTable = (error: unknown) => error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE

/** Copies the days of tracked events, each in its own transaction, without those that are dropped meanwhile. */
export const backUpEvents = (databaseUrl: string, days: readonly string[], folder: string) =>
  withPostgres(databaseUrl, async (client) => {
    const copied: DayDump[] = []
    const files: BackupFile[] = []
    const shape = (await tablesOf(client)).find(({ name }) => name === EVENTS)
    if (shape === undefined || days.length === 0) return { days: copied, files }
    await mkdir(path.join(folder, 'tracking'))
    for (const day of days) {
      const file = `tracking/${day}.copy.gz`
      const partition = { ...shape, name: partitionOf(day) }
      try {
        const rows = await inTransaction(client, 'read only', () => copyRows(client, partition, folder, file))
        copied.push({ day, file, rows })
      } catch (error) {
        await rm(path.join(folder, file), { force: true })
        if (!isUndefinedTable(error)) throw error
        continue
      }
      files.push(await hashFile(folder, file))
    }
    return { days: copied, files }
  })
