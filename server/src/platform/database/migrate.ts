import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { initial } from './migrations/0001-initial-schema.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from './open-database.ts'
import { isPostgres } from './portable-sql.ts'

/** The one migration of 1.0.0. */
const INITIAL = '0001-initial-schema'

/** The last of the 23 migrations before 1.0.0 was ready. A store that has it has the schema of the initial one. */
const LAST_BEFORE = '0025-continued-reports'

/** The store is of an earlier version, which has to finish its work first. The message says what to do. */
export class OutdatedStore extends Error {}

const tooOld = (last: string) =>
  new OutdatedStore(
    `这份数据由 1.0.0 定稿前的版本写入（${last}），本版本不能直接使用，未作任何改动。请先用带有 ${LAST_BEFORE} 的版本启动一次完成升级（见 docs/scaling-backup.md 的 Upgrades），再用本版本启动；不需要其中的账号时，也可换一个空的 DATA_DIR 或数据库启动，再用 npm run import 重新导入。`,
  )

/** Names of migrations as this version knows them: those before 1.0.0 are its initial one. @throws OutdatedStore */
export function currentNames(names: readonly string[]): readonly string[] {
  if (names.length === 0 || names.includes(INITIAL)) return names
  if (!names.includes(LAST_BEFORE)) throw tooOld(names.toSorted().at(-1) ?? '')
  return [INITIAL]
}

async function hasMigrations(db: Database): Promise<boolean> {
  const table = isPostgres(db)
    ? sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`
    : sql<{ name: string }>`select name from sqlite_schema where name = 'kysely_migration'`
  return (await table.execute(db)).rows.some((row) => row.name !== null)
}

/** Whether the store is of the last version before 1.0.0, whose schema is the same. @throws OutdatedStore */
export async function isAdoptable(db: Database): Promise<boolean> {
  if (!(await hasMigrations(db))) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const names = rows.map(({ name }) => name)
  return currentNames(names) !== names
}

/** Makes a store of the last version before 1.0.0 one of 1.0.0, within a transaction. @throws OutdatedStore */
async function adoptStore(tx: Database): Promise<void> {
  if (!(await isAdoptable(tx))) return
  await sql`delete from kysely_migration`.execute(tx)
  await sql`insert into kysely_migration (name, timestamp) values (${INITIAL}, ${new Date().toISOString()})`.execute(tx)
}

/** In order of execution. A released migration never changes: add a new one. */
const migrations: Record<string, Migration> = { [INITIAL]: initial }

/** Names of all migrations in their order. */
export const knownMigrations: readonly string[] = Object.keys(migrations).toSorted()

export const createMigrator = (db: Database): Migrator =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

/**
 * Runs the pending migrations. Safe to repeat, and to run from several processes at once: one migrates, the others wait. On
 * PostgreSQL all of them are one transaction, which holds the lock.
 */
export async function migrate(db: Database): Promise<void> {
  if (!isPostgres(db)) {
    await db.transaction().execute(adoptStore)
    return migrateToLatest(db)
  }
  await db.transaction().execute(async (tx) => {
    // Also lifts the limit that a pooler or the role sets.
    await sql`set local statement_timeout = 0`.execute(tx)
    await lockMigrations(tx)
    await adoptStore(tx)
    await migrateToLatest(tx)
  })
}

/** Any number that all migrating processes share. */
const MIGRATION_LOCK = 727_463_002
const LOCK_POLL_MS = 200

/** Locks until the end of the transaction. Polls, because the client limits the time of a statement. */
async function lockMigrations(tx: Database): Promise<void> {
  const tryLock = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as locked`
  while ((await tryLock.execute(tx)).rows[0]?.locked !== true) await wait(LOCK_POLL_MS)
}

async function migrateToLatest(db: Database): Promise<void> {
  const { error, results } = await createMigrator(db).migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
  }
}

/** As `migrate`, without a time limit: an index over millions of rows takes minutes. */
export async function migrateStore(database: OpenDatabase, location: DatabaseLocation): Promise<void> {
  if (database.kind === 'sqlite') return migrate(database.db)
  const { databaseUrl, dataDir } = location
  const unlimited = openDatabase({ databaseUrl, dataDir }, { statementLimit: null })
  try {
    await migrate(unlimited.db)
  } finally {
    await unlimited.close()
  }
}
