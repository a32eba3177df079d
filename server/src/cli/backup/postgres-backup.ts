import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { AdminRefused } from '../admin/admin-refused.ts'
import { type BackupFile, hashFile } from './backup-files.ts'
import { runProgram } from './postgres-programs.ts'
import { inTransaction, nothingStored, quoted, rowsOf, schemaOf, tablesOf, withPostgres } from './postgres-session.ts'

/** The folder of `pg_dump` in a backup. */
export const POSTGRES_COPY = 'database'

/** Tables change only while a migration runs. */
const ATTEMPTS = 5
const UNDEFINED_TABLE = '42P01'

export type PostgresBackup = { migrations: string[]; pictures: string[]; files: BackupFile[] }

const namesOf = async (client: Client, text: string) =>
  (await rowsOf<{ name: string }>(client, text)).map(({ name }) => name)

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
