import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, inject, onTestFinished } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../src/platform/database/open-database.ts'

/** An empty, migrated database of its own. `location` opens it again, also from another process. */
export type TestDatabase = OpenDatabase & {
  location: DatabaseLocation
  /** Closes and deletes it, where the end of the suite is too late. */
  remove(): Promise<void>
}

async function postgresAdmin(statement: string) {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function openEmpty(kind: OpenDatabase['kind']): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-test-'))
  const location: DatabaseLocation = { dataDir }
  let dropDatabase: (() => Promise<void>) | undefined
  if (kind === 'postgres') {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await postgresAdmin(`create database ${name}`)
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    location.databaseUrl = url.href
    dropDatabase = () => postgresAdmin(`drop database ${name} with (force)`)
  }
  const database = openDatabase(location)
  await migrate(database.db)
  let removal: Promise<void> | undefined
  const removeAll = async () => {
    await database.close()
    await dropDatabase?.()
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
 * closed and removed after the test that asked for it, or after the suite.
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
