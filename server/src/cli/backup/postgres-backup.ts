import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { partitionedTables } from '../../platform/database/partitions/partitioned-tables.ts'
import { hashFile } from './backup-files.ts'
import type { BackupFile, DayDump, SequenceState, TableDump } from './manifest.ts'
import {
  EVENTS,
  inTransaction,
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
    return inTransaction(client, 'isolation level repeatable read, read only', () => copySnapshot(client, folder))
  })

async function copySnapshot(client: Client, folder: string): Promise<PostgresBackup> {
  // Before the snapshot: the names are not switched meanwhile to partitions that lack some of its rows.
  const recordTables = partitionedTables.map(({ name }) => quoted(name)).join(', ')
  await client.query(`lock table ${recordTables} in access share mode`)
  const namesOf = async (text: string) => (await rowsOf<{ name: string }>(client, text)).map(({ name }) => name)
  const migrations = await namesOf('select name from kysely_migration order by name collate "C"')
  const pictures = await namesOf('select id as name from upload order by id')
  const tables: TableDump[] = []
  const files: BackupFile[] = []
  for (const table of await tablesOf(client)) {
    if (table.name === EVENTS || table.name === LOCK_TABLE) continue
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
