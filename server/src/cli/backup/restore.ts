import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import Sqlite from 'better-sqlite3'
import type { Client } from 'pg'
import { systemClock } from '../../domain/clock.ts'
import { readDayFile } from '../../features/tracking/file-event-store.ts'
import { openEventStore } from '../../features/tracking/open-event-store.ts'
import type { TrackedEvent } from '../../features/tracking/tracked-event.ts'
import { createOperatorAudit } from '../../platform/audit.ts'
import { systemRandom } from '../../platform/crypto/system-random.ts'
import { copyValue } from '../../platform/database/bulk/postgres-session.ts'
import { createMigrator, currentNames, knownMigrations, migrateStore } from '../../platform/database/migrate.ts'
import { openDatabase, sqliteFileIn } from '../../platform/database/open-database.ts'
import { withPostgres } from '../../platform/database/postgres/postgres-pool.ts'
import { AdminRefused } from '../admin/admin-refused.ts'
import {
  type BackupCommand,
  type BackupManifest,
  type DayDump,
  findKey,
  readManifest,
  restoreKey,
  restorePictures,
  type StoreLocation,
  verifyFiles,
} from './backup-files.ts'
import {
  emptyPostgres,
  fillPostgres,
  isEmptyPostgres,
  majorVersionOf,
  requireProgram,
  requireUnusedPostgres,
  restorePostgres,
  rowsOf,
  type StoreSource,
  type TableShape,
  type TableSource,
} from './postgres-backup.ts'
import { requireUnusedSqlite, restoreDays, restoreSqlite, SQLITE_COPY } from './sqlite-backup.ts'

type Value = string | bigint | number | null

/** Characters that COPY passes on at once. */
const CHUNK = 64 * 1024
const EVENTS_PER_BATCH = 5_000

/** Rows in the text format of COPY. */
function* copyLines(sqlite: Sqlite.Database, { name, columns }: TableShape): Generator<string> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  let chunk = ''
  const rows = sqlite.prepare<[], Value[]>(`select ${list} from "${name}"`).raw().safeIntegers().iterate()
  for (const row of rows) {
    chunk += `${row.map(copyValue).join('\t')}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function tablesIn(sqlite: Sqlite.Database): TableSource[] {
  const names = sqlite
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'kysely_migration_lock'`,
    )
    .pluck()
    .all()
  return names.map((name) => {
    const columns = sqlite.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(name)
    const shape = { name, columns }
    return { ...shape, open: () => Readable.from(copyLines(sqlite, shape), { objectMode: false }) }
  })
}

/** Counters of tables whose key counts up. */
async function sequencesIn(sqlite: Sqlite.Database, client: Client) {
  const counters = sqlite.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all()
  const sequences: StoreSource['sequences'][number][] = []
  for (const { name, seq } of counters) {
    const [found] = await rowsOf<{ sequence: string }>(
      client,
      `select s.relname as sequence from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
       where d.refobjid = $1::regclass and d.deptype in ('a', 'i')`,
      [`"${name}"`],
    )
    if (found !== undefined) sequences.push({ name: found.sequence, last: seq })
  }
  return sequences
}

/** The tables of a backup of SQLite, for a database of PostgreSQL with the same migrations. Close `sqlite` afterwards. */
async function sourceOfSqlite(client: Client, folder: string) {
  const sqlite = new Sqlite(path.join(folder, SQLITE_COPY), { readonly: true, fileMustExist: true })
  const source: StoreSource = { tables: tablesIn(sqlite), sequences: await sequencesIn(sqlite, client) }
  return { sqlite, source }
}

/** Appends the tracked events of a backup of SQLite to the store of events that the server uses. */
async function moveDays(folder: string, days: readonly DayDump[], location: StoreLocation): Promise<void> {
  const database = openDatabase(location)
  const store = openEventStore(location, database)
  try {
    for (const { file } of days) {
      let batch: TrackedEvent[] = []
      for (const event of readDayFile(path.join(folder, file))) {
        batch.push(event)
        if (batch.length < EVENTS_PER_BATCH) continue
        await store.append(batch)
        batch = []
      }
      if (batch.length > 0) await store.append(batch)
    }
  } finally {
    await store.close()
    await database.close()
  }
}

/** `replace`: the operator wants the rows of the backup instead of those that the store has. */
type RestoreCommand = BackupCommand & { replace: boolean }

/** @throws AdminRefused unless this program can use the backup with this kind of database */
function requireFitting({ database, migrations }: BackupManifest, databaseUrl: string | undefined) {
  if (database === 'postgres' && !databaseUrl) throw new AdminRefused('备份来自 PostgreSQL，请设置 DATABASE_URL。')
  const unknown = currentNames(migrations).find((name, at) => knownMigrations[at] !== name)
  if (unknown !== undefined) throw new AdminRefused(`备份来自更新的版本（${unknown}），请用该版本恢复。`)
}

const notEmpty = (what: string) =>
  new AdminRefused(`${what}已有数据，没有恢复。要用备份替换其中的全部数据，请加 --replace。`)

/** @throws AdminRefused while the store is in use, or has rows that the operator did not give up */
async function requireReplaceable(location: StoreLocation, replace: boolean, isOfPostgres: boolean) {
  const { databaseUrl, dataDir } = location
  if (!databaseUrl) {
    if (existsSync(sqliteFileIn(dataDir)) && !replace) throw notEmpty(dataDir)
    requireUnusedSqlite(dataDir)
    return
  }
  await withPostgres(databaseUrl, async (client) => {
    if (isOfPostgres) await requireProgram('pg_restore', await majorVersionOf(client))
    if (!(await isEmptyPostgres(client)) && !replace) throw notEmpty('数据库')
    await requireUnusedPostgres(client)
  })
}

async function migrateTo(location: StoreLocation, name: string) {
  const database = openDatabase(location)
  try {
    const { error } = await createMigrator(database.db).migrateTo(name)
    if (error !== undefined) throw error
  } finally {
    await database.close()
  }
}

/** The rows come last: until then the store is the one that it was. */
async function restoreRows(folder: string, manifest: BackupManifest, location: StoreLocation) {
  const { databaseUrl, dataDir } = location
  if (!databaseUrl) {
    if (!location.trackingUrl) await restoreDays(folder, manifest.days, dataDir)
    return restoreSqlite(folder, dataDir)
  }
  await withPostgres(databaseUrl, emptyPostgres)
  if (manifest.database === 'postgres') {
    return withPostgres(databaseUrl, (client) => restorePostgres(client, databaseUrl, folder))
  }
  await migrateTo(location, currentNames(manifest.migrations).at(-1) ?? '')
  await withPostgres(databaseUrl, async (client) => {
    const { sqlite, source } = await sourceOfSqlite(client, folder)
    try {
      await fillPostgres(client, source)
    } finally {
      sqlite.close()
    }
  })
  await moveDays(folder, manifest.days, location)
}

async function finish({ location, operator }: RestoreCommand, { id, createdAt }: BackupManifest) {
  const database = openDatabase(location)
  try {
    await migrateStore(database, location)
    await createOperatorAudit({ clock: systemClock, random: systemRandom })(database.db, {
      operator,
      action: 'storeRestored',
      subject: id,
      after: { createdAt },
    })
  } finally {
    await database.close()
  }
}

/** Makes the store what it was when the backup began. @throws AdminRefused before anything is changed */
export async function restore(command: RestoreCommand): Promise<void> {
  const { folder, keyFile, location, replace, print } = command
  const manifest = await readManifest(folder)
  requireFitting(manifest, location.databaseUrl)
  const key = await findKey(keyFile, location.dataDir, manifest.keyFingerprint)
  await requireReplaceable(location, replace, manifest.database === 'postgres')
  await location.files.requireReachable()
  await verifyFiles(folder, manifest)
  await restorePictures(folder, manifest.pictures, location.files)
  await restoreKey(key, location.dataDir)
  await restoreRows(folder, manifest, location)
  await finish(command, manifest)
  print(`已恢复 ${manifest.createdAt} 的备份，图片 ${manifest.pictures.length} 张。搜索索引会在服务启动后重建。`)
}
