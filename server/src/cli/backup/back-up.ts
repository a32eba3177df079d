import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { systemClock } from '../../domain/clock.ts'
import { openEventStore } from '../../features/tracking/open-event-store.ts'
import { createOperatorAudit } from '../../platform/audit.ts'
import { loadHmacKey } from '../../platform/crypto/hmac.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import { isAdoptable } from '../../platform/database/migrate.ts'
import { type OpenDatabase, openDatabase, sqliteFileIn } from '../../platform/database/open-database.ts'
import { withPostgres } from '../../platform/database/postgres/postgres-pool.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import {
  type BackupCommand,
  backUpKey,
  backUpPictures,
  keyFingerprintOf,
  type ManifestContent,
  type StoreLocation,
  syncFiles,
  writeManifest,
} from './backup-files.ts'
import { backUpPostgres, majorVersionOf, nothingStored, requireProgram } from './postgres-backup.ts'
import { backUpDays, backUpSqlite } from './sqlite-backup.ts'

async function requireEmptyFolder(folder: string) {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new AdminRefused(`${folder} 不是可用的文件夹。`)
  })
  if (entries.length > 0) throw new AdminRefused(`${folder} 不是空的，请为每次备份使用新的文件夹。`)
}

/** The days of events that lie beside the database; none when they are in ClickHouse. */
async function daysOf(location: StoreLocation, database: OpenDatabase): Promise<string[]> {
  if (location.trackingUrl) return []
  const store = openEventStore(location, database)
  try {
    return await store.days()
  } finally {
    await store.close()
  }
}

type Copied = Pick<ManifestContent, 'migrations' | 'days' | 'pictures' | 'files'> & {
  unreadable: readonly string[]
}

/** The database first: whatever it refers to was stored before. */
async function copyStore(folder: string, location: StoreLocation, database: OpenDatabase): Promise<Copied> {
  const { databaseUrl, dataDir } = location
  if (databaseUrl) {
    return { ...(await backUpPostgres(databaseUrl, folder)), days: [], unreadable: [] }
  }
  const { file, ...rest } = await backUpSqlite(dataDir, folder)
  const events = await backUpDays(dataDir, await daysOf(location, database), folder)
  return { ...rest, ...events, files: [file, ...events.files] }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Copies a store that may be in use into a new folder, and its key into a file apart. @throws AdminRefused */
export async function backUp({ folder, keyFile, location, operator, origin, print }: BackupCommand): Promise<void> {
  const { databaseUrl, dataDir, trackingUrl, files: pictureFiles } = location
  await requireEmptyFolder(folder)
  if (!databaseUrl && !existsSync(sqliteFileIn(dataDir))) throw nothingStored()
  await pictureFiles.requireReachable()
  if (databaseUrl) await requireProgram('pg_dump', await withPostgres(databaseUrl, majorVersionOf))
  const database = openDatabase(location)
  try {
    // A store that this version cannot use could not be restored by it either.
    await isAdoptable(database.db)
    const key = loadHmacKey(dataDir)
    await backUpKey(dataDir, key, keyFile)
    // Only its owner may read the copies: they contain personal data.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const id = randomUUID()
    const createdAt = new Date(systemClock.now()).toISOString()
    const { unreadable, ...copied } = await copyStore(folder, location, database)
    const pictures = await backUpPictures(copied.pictures, pictureFiles, folder)
    const missing = copied.pictures.length - pictures.pictures.length
    const files = [...copied.files, ...pictures.files]
    await syncFiles(folder, files)
    await writeManifest(folder, {
      id,
      createdAt,
      database: database.kind,
      keyFingerprint: keyFingerprintOf(key),
      ...copied,
      pictures: pictures.pictures,
      files,
    })
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const audit = createOperatorAudit({ clock: systemClock, random: systemRandom, ...(origin && { origin }) })
    await audit(database.db, {
      operator,
      action: 'storeBackedUp',
      subject: id,
      after: { folder, files: files.length, bytes, pictures: pictures.pictures.length },
    })
    print(`已备份到 ${folder}：${files.length} 个文件，${megabytes(bytes)}，其中图片 ${pictures.pictures.length} 张。`)
    if (missing > 0) print(`有 ${missing} 张图片没有文件，可能在备份期间已删除。`)
    if (unreadable.length > 0) print(`这些日期的用户行为文件已损坏，没有备份：${unreadable.join('、')}。`)
    if (trackingUrl) print('ClickHouse 中的用户行为事件不在备份中，请用 ClickHouse 的备份。')
    print(`密钥另存于 ${keyFile}，恢复时需要它：请移到与备份不同的地方保管，不要与备份放在一起。`)
  } finally {
    await database.close()
  }
}
