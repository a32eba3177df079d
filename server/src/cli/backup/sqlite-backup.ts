import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { dayFileIn, filesOfDay, trackingDirectory } from '../../features/tracking/file-event-store.ts'
import { sqliteFileIn } from '../../platform/database/open-database.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import { type BackupFile, type DayDump, hashFile, syncFile, syncFolder } from './backup-files.ts'
import { nothingStored } from './postgres-backup.ts'

/** The copy of the database in a backup. */
export const SQLITE_COPY = 'database.sqlite'
const dayName = (day: string) => `tracking/${day}.sqlite`

/** Pages copied at once, 16 MiB: between two steps the process reacts to signals. */
const PAGES = 4_096
const BUSY_TIMEOUT = 5_000

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/**
 * Copies a database that others write. The open transaction gives all steps of the copy one snapshot: without it, a write of
 * another process would make the copy begin again. In WAL mode writers do not wait for it.
 */
async function copySnapshot(file: string, to: string): Promise<void> {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT })
  try {
    source.exec('begin')
    source.prepare('select 1 from sqlite_schema').get()
    await source.backup(to, { progress: () => PAGES })
  } catch (error) {
    // Of the two files only the copy grows.
    if (errorCode(error) === 'SQLITE_FULL') throw new AdminRefused(`磁盘已满，备份没有完成：${to}。`)
    throw error
  } finally {
    source.close()
  }
  const copy = new Sqlite(to)
  // One file, without those that WAL mode has beside it.
  copy.pragma('journal_mode = DELETE')
  copy.close()
}

export type SqliteBackup = { migrations: string[]; pictures: string[]; file: BackupFile }

/** Copies the database and reads from the copy what the manifest states. @throws AdminRefused for a damaged one */
export async function backUpSqlite(dataDir: string, folder: string): Promise<SqliteBackup> {
  const copy = path.join(folder, SQLITE_COPY)
  await copySnapshot(sqliteFileIn(dataDir), copy)
  const database = new Sqlite(copy, { readonly: true })
  try {
    const column = (sql: string) => database.prepare<[], string>(sql).pluck().all()
    if (column(`select name from sqlite_schema where name = 'kysely_migration'`).length === 0) throw nothingStored()
    const [found] = column('pragma quick_check(1)')
    if (found !== 'ok') throw new AdminRefused(`数据库已损坏，没有备份：${found}`)
    return {
      migrations: column('select name from kysely_migration order by name'),
      pictures: column('select id from upload order by id'),
      file: await hashFile(folder, SQLITE_COPY),
    }
  } finally {
    database.close()
  }
}

/** Copies the days of tracked events, without those that are dropped meanwhile; `unreadable` are damaged. */
export async function backUpDays(dataDir: string, days: readonly string[], folder: string) {
  const copied: DayDump[] = []
  const files: BackupFile[] = []
  const unreadable: string[] = []
  if (days.length > 0) await mkdir(path.join(folder, 'tracking'))
  for (const day of days) {
    const name = dayName(day)
    try {
      await copySnapshot(dayFileIn(trackingDirectory(dataDir), day), path.join(folder, name))
    } catch (error) {
      await rm(path.join(folder, name), { force: true })
      if (!/^SQLITE_(CANTOPEN|NOTADB|CORRUPT)/.test(errorCode(error))) throw error
      if (existsSync(dayFileIn(trackingDirectory(dataDir), day))) unreadable.push(day)
      continue
    }
    files.push(await hashFile(folder, name))
    copied.push({ day, file: name })
  }
  return { days: copied, files, unreadable }
}

/**
 * Takes the database out of WAL mode, which SQLite refuses while another process has it open. A database that cannot be read
 * has no user. @throws AdminRefused while a server uses it
 */
export function requireUnusedSqlite(dataDir: string): void {
  const file = sqliteFileIn(dataDir)
  if (!existsSync(file)) return
  const database = new Sqlite(file, { timeout: 0 })
  try {
    database.pragma('journal_mode = DELETE')
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(errorCode(error))) throw new AdminRefused('数据库正在使用，请先停止服务，再恢复。')
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) throw error
  } finally {
    database.close()
  }
}

async function place(from: string, to: string) {
  const unfinished = `${to}.restoring`
  await copyFile(from, unfinished)
  await syncFile(unfinished)
  for (const end of ['-wal', '-shm']) await rm(to + end, { force: true })
  await rename(unfinished, to)
}

/** Puts the days of the backup in the place of all days. */
export async function restoreDays(folder: string, days: readonly DayDump[], dataDir: string): Promise<void> {
  const directory = trackingDirectory(dataDir)
  await rm(directory, { recursive: true, force: true })
  if (days.length > 0) await mkdir(directory, { recursive: true })
  for (const { day, file } of days) {
    for (const old of filesOfDay(directory, day)) await rm(old, { force: true })
    await place(path.join(folder, file), dayFileIn(directory, day))
  }
}

/** The last step of a restoration: one rename. */
export async function restoreSqlite(folder: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await place(path.join(folder, SQLITE_COPY), sqliteFileIn(dataDir))
  await syncFolder(dataDir)
}
