import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { ConfigError, readSettings } from '../config/read-config.ts'
import { settings } from '../config/settings.ts'
import { describeDatabaseFailure } from '../platform/database/describe-failure.ts'
import { migrateStore } from '../platform/database/migrate.ts'
import {
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
  sqliteFileIn,
} from '../platform/database/open-database.ts'

const locationSettings = z.pick(settings, { databaseUrl: true, dataDir: true })

/** The store that `DATABASE_URL` and `DATA_DIR` name, as for the server. @throws ConfigError */
export const readLocation = (): DatabaseLocation => readSettings(locationSettings, process.env)

/** Whether the location has a store, or names a database server, which is asked at the first statement. */
export const hasStore = ({ databaseUrl, dataDir }: DatabaseLocation): boolean =>
  Boolean(databaseUrl) || existsSync(sqliteFileIn(dataDir))

/** The store in words, without the password of its URL. */
export function describeStore({ databaseUrl, dataDir }: DatabaseLocation): string {
  if (!databaseUrl) return `SQLite ${path.resolve(sqliteFileIn(dataDir))}`
  if (!URL.canParse(databaseUrl)) return 'PostgreSQL'
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL ${host}${pathname}`
}

/** Runs a command on the store, migrated, and closes it. */
export async function withStore(run: (database: OpenDatabase, dataDir: string) => Promise<void>): Promise<void> {
  const location = readLocation()
  const database = openDatabase(location)
  try {
    await migrateStore(database, location)
    await run(database, location.dataDir)
  } finally {
    await database.close()
  }
}

/**
 * Sets exit code 1 and prints one sentence for a mistake of the operator and for a store that cannot be used; of a
 * defect it prints the stack trace.
 */
export function reportFailure(error: unknown, isMistake: (error: Error) => boolean): void {
  const sentence =
    error instanceof ConfigError || (error instanceof Error && isMistake(error))
      ? error.message
      : describeDatabaseFailure(error, readLocation())
  console.error(sentence ?? error)
  process.exitCode = 1
}

/** Who runs a command, as in `cli:zhang`, for the audit. The user of a container has a number only. */
export function cliOperator(read: () => { username: string } = userInfo): string {
  try {
    return `cli:${read().username}`
  } catch {
    return `cli:${process.getuid?.() ?? 'unknown'}`
  }
}
