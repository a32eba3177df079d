import { cp, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, inject, onTestFinished } from 'vitest'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../src/platform/database/open-database.ts'
import { takePostgresDatabase } from './postgres-databases.ts'

/** An empty, migrated database of its own. `location` opens it again, also from another process. */
export type TestDatabase = OpenDatabase & {
  location: DatabaseLocation
  /** Closes it and deletes its rows, where the end of the suite is too late. */
  remove(): Promise<void>
}

async function openEmpty(kind: OpenDatabase['kind']): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(inject('storesFolder'), 'test-'))
  const location: DatabaseLocation = { dataDir }
  let release: (() => Promise<void>) | undefined
  if (kind === 'postgres') {
    const taken = await takePostgresDatabase(inject('postgresUrl'), inject('migratedPostgres'))
    location.databaseUrl = taken.url
    release = taken.release
  } else {
    await cp(inject('migratedStore'), dataDir, { recursive: true })
  }
  const database = openDatabase(location)
  let removal: Promise<void> | undefined
  const removeAll = async () => {
    await database.close()
    await release?.()
    await rm(dataDir, { recursive: true, force: true })
  }
  const remove = () => {
    removal ??= removeAll()
    return removal
  }
  return { ...database, location, remove }
}

/**
 * Runs a suite on SQLite and on PostgreSQL. Each call of `freshDatabase` gives an empty migrated database,
 * closed and removed after the test that called it, or after the suite.
 */
export function describeDatabases(name: string, suite: (freshDatabase: () => Promise<TestDatabase>) => void) {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`${name} (${kind})`, () => {
      const removals: (() => Promise<void>)[] = []
      afterAll(async () => {
        for (const remove of removals) await remove()
      })
      suite(async () => {
        const database = await openEmpty(kind)
        try {
          onTestFinished(() => database.remove())
        } catch {
          // Opened for a whole suite, outside of any test.
          removals.push(() => database.remove())
        }
        return database
      })
    })
  }
}
