import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { isPostgres } from './dialect.ts'
import { companies } from './migrations/0001-companies.ts'
import { accounts } from './migrations/0002-accounts.ts'
import { importsAtScale } from './migrations/0003-imports-at-scale.ts'
import { credentialsAndMembership } from './migrations/0004-credentials-and-membership.ts'
import { records } from './migrations/0005-records.ts'
import { plainNames } from './migrations/0006-plain-names.ts'
import { inclusionRequests } from './migrations/0007-inclusion-requests.ts'
import { correctionAdditions } from './migrations/0008-correction-additions.ts'
import { newestListings } from './migrations/0009-newest-listings.ts'
import { listFacts } from './migrations/0010-list-facts.ts'
import { operatorAudit } from './migrations/0011-operator-audit.ts'
import { feedback } from './migrations/0012-feedback.ts'
import { content } from './migrations/0013-content.ts'
import { contacts } from './migrations/0014-contacts.ts'
import { reveals } from './migrations/0015-reveals.ts'
import { people } from './migrations/0016-people.ts'
import { follow } from './migrations/0017-follow.ts'
import { tracking } from './migrations/0018-tracking.ts'
import { trackingFigures } from './migrations/0019-tracking-figures.ts'
import { wechat } from './migrations/0020-wechat.ts'
import { clientReports } from './migrations/0021-client-reports.ts'
import { droppedEvents } from './migrations/0022-dropped-events.ts'
import { assistant } from './migrations/0023-assistant.ts'
import { leases } from './migrations/0024-leases.ts'
import { partitions } from './migrations/0025-partitions.ts'
import { manyProcesses } from './migrations/0026-many-processes.ts'
import { privacy } from './migrations/0027-privacy.ts'
import { recordCoverage } from './migrations/0028-record-coverage.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from './open-database.ts'

/** In order of execution. A released migration never changes: add a new one. */
const migrations: Record<string, Migration> = {
  '0001-companies': companies,
  '0002-accounts': accounts,
  '0003-imports-at-scale': importsAtScale,
  '0004-credentials-and-membership': credentialsAndMembership,
  '0005-records': records,
  '0006-plain-names': plainNames,
  '0007-inclusion-requests': inclusionRequests,
  '0008-correction-additions': correctionAdditions,
  '0009-newest-listings': newestListings,
  '0010-list-facts': listFacts,
  '0011-operator-audit': operatorAudit,
  '0012-feedback': feedback,
  '0013-content': content,
  '0014-contacts': contacts,
  '0015-reveals': reveals,
  '0016-people': people,
  '0017-follow': follow,
  '0018-tracking': tracking,
  '0019-tracking-figures': trackingFigures,
  '0020-wechat': wechat,
  '0021-client-reports': clientReports,
  '0022-dropped-events': droppedEvents,
  '0023-assistant': assistant,
  '0024-leases': leases,
  '0025-partitions': partitions,
  '0026-many-processes': manyProcesses,
  '0027-privacy': privacy,
  '0028-record-coverage': recordCoverage,
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
  if (!isPostgres(db)) return migrateToLatest(db)
  await db.transaction().execute(async (tx) => {
    // Also lifts the limit that a pooler or the role sets.
    await sql`set local statement_timeout = 0`.execute(tx)
    await lockMigrations(tx)
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
