import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { adoptStore, INITIAL } from './adopt-store.ts'
import type { Database } from './database.ts'
import { isPostgres } from './dialect.ts'
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
