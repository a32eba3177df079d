import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { initial } from './migrations/0001-initial.ts'
import { undoOfImports } from './migrations/0002-undo-of-imports.ts'
import { openIdentifiers } from './migrations/0003-open-identifiers.ts'
import { answersWithoutReaders } from './migrations/0004-answers-without-readers.ts'
import { officialChecks } from './migrations/0005-official-checks.ts'
import { operatorsAndAuditChain } from './migrations/0006-operators-and-audit-chain.ts'
import { deskWork } from './migrations/0007-desk-work.ts'
import { changesSeenAt } from './migrations/0008-changes-seen-at.ts'
import { newestFeedback } from './migrations/0009-newest-feedback.ts'
import { rejectsOfImports } from './migrations/0010-rejects-of-imports.ts'
import { holdingsByBothCompanies } from './migrations/0011-holdings-by-both-companies.ts'
import { sourcesOfFormerNames } from './migrations/0012-sources-of-former-names.ts'
import { agreementVersions } from './migrations/0013-agreement-versions.ts'
import { scheduledContent } from './migrations/0014-scheduled-content.ts'
import { uploadsForImport } from './migrations/0015-uploads-for-import.ts'
import { operationSamples } from './migrations/0016-operation-samples.ts'
import { apiKeys } from './migrations/0017-api-keys.ts'
import { companyReports } from './migrations/0018-company-reports.ts'
import { batches } from './migrations/0019-batches.ts'
import { alerts } from './migrations/0020-alerts.ts'
import { erasedAuditAndDrafts } from './migrations/0021-erased-audit-and-drafts.ts'
import { statementOrder } from './migrations/0022-statement-order.ts'
import { continuedReports } from './migrations/0025-continued-reports.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from './open-database.ts'
import { isPostgres } from './portable-sql.ts'

/** Version 0.1.0 had 28 migrations. A store with all of them has the schema of the initial migration of 1.0.0. */
const FIRST_OF_0_1 = '0001-companies'
const LAST_OF_0_1 = '0028-record-coverage'

/** The one migration of 1.0.0. */
export const INITIAL = '0001-initial'

/** The store is of an earlier version, which has to finish its work first. The message says what to do. */
export class OutdatedStore extends Error {}

const tooOld = (last: string) =>
  new OutdatedStore(
    `这份数据由早于 0.1.0 定稿的版本写入（${last}），本版本不能直接使用，未作任何改动。请先用 0.1.0 启动一次完成升级，再用本版本启动；不需要其中的账号时，也可换一个空的 DATA_DIR 或数据库启动，再用 npm run import 重新导入。`,
  )
const notPartitioned = () =>
  new OutdatedStore(
    '0.1.0 还没有把记录移入分区，本版本不能直接使用这个数据库，未作任何改动。请先运行 0.1.0，到表 partition_copy 消失后，再用本版本启动。',
  )

/** Names of migrations as this version knows them: those of 0.1.0 are its initial one. @throws OutdatedStore */
export function currentNames(names: readonly string[]): readonly string[] {
  if (!names.includes(FIRST_OF_0_1)) return names
  const last = names.toSorted().at(-1) ?? ''
  if (last !== LAST_OF_0_1) throw tooOld(last)
  return [INITIAL]
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const table = isPostgres(db)
    ? sql<{ name: string | null }>`select to_regclass(${name})::text as name`
    : sql<{ name: string }>`select name from sqlite_schema where name = ${name}`
  return (await table.execute(db)).rows.some((row) => row.name !== null)
}

async function isPartitioned(db: Database): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_class
    where oid in ('record'::regclass, 'record_subject'::regclass) and relkind = 'p'`.execute(db)
  return rows[0]?.count === 2 && !(await hasTable(db, 'partition_copy'))
}

/** Whether the store is of version 0.1.0, whose schema is the one of 1.0.0. @throws OutdatedStore */
export async function isAdoptable(db: Database): Promise<boolean> {
  if (!(await hasTable(db, 'kysely_migration'))) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const names = rows.map(({ name }) => name)
  if (currentNames(names) === names) return false
  if (isPostgres(db) && !(await isPartitioned(db))) throw notPartitioned()
  return true
}

/** Makes a store of 0.1.0 one of 1.0.0, within a transaction. @throws OutdatedStore */
async function adoptStore(tx: Database): Promise<void> {
  if (!(await isAdoptable(tx))) return
  await sql`delete from kysely_migration`.execute(tx)
  await sql`insert into kysely_migration (name, timestamp) values (${INITIAL}, ${new Date().toISOString()})`.execute(tx)
  // Positions of the log until 0.1.0, now times.
  await tx.updateTable('session').set({ written_up_to: null }).where('written_up_to', 'is not', null).execute()
}

/** In order of execution. A released migration never changes: add a new one. */
const migrations: Record<string, Migration> = {
  [INITIAL]: initial,
  '0002-undo-of-imports': undoOfImports,
  '0003-open-identifiers': openIdentifiers,
  '0004-answers-without-readers': answersWithoutReaders,
  '0005-official-checks': officialChecks,
  '0006-operators-and-audit-chain': operatorsAndAuditChain,
  '0007-desk-work': deskWork,
  '0008-changes-seen-at': changesSeenAt,
  '0009-newest-feedback': newestFeedback,
  '0010-rejects-of-imports': rejectsOfImports,
  '0011-holdings-by-both-companies': holdingsByBothCompanies,
  '0012-sources-of-former-names': sourcesOfFormerNames,
  '0013-agreement-versions': agreementVersions,
  '0014-scheduled-content': scheduledContent,
  '0015-uploads-for-import': uploadsForImport,
  '0016-operation-samples': operationSamples,
  '0017-api-keys': apiKeys,
  '0018-company-reports': companyReports,
  '0019-batches': batches,
  '0020-alerts': alerts,
  '0021-erased-audit-and-drafts': erasedAuditAndDrafts,
  '0022-statement-order': statementOrder,
  '0025-continued-reports': continuedReports,
}

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
