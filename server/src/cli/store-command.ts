import * as z from 'zod/mini'
import { ConfigError, readSettings } from '../config/read-config.ts'
import { settings } from '../config/settings.ts'
import { describeDatabaseFailure } from '../platform/database/describe-failure.ts'
import { migrateStore } from '../platform/database/migrate.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../platform/database/open-database.ts'

const locationSettings = z.pick(settings, { databaseUrl: true, dataDir: true })

/** The store that `DATABASE_URL` and `DATA_DIR` name, as for the server. @throws ConfigError */
export const readLocation = (): DatabaseLocation => readSettings(locationSettings, process.env)

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
