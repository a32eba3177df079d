import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type DatabaseLocation, openDatabase } from '../../src/platform/database/open-database.ts'
import { createPostgresDatabase } from './postgres-databases.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A migrated, empty database of each kind, which tests copy: a database of PostgreSQL, and the folder of a store. */
    migratedPostgres: string
    migratedStore: string
  }
}

async function migrated(location: DatabaseLocation) {
  const database = openDatabase(location)
  try {
    await migrate(database.db)
  } finally {
    await database.close()
  }
}

/** One PostgreSQL for the whole run. That it cannot start fails the run: no suite is skipped for want of it. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baiqicha-migrated-'))
  const postgres = await createPostgresDatabase(url)
  await migrated({ dataDir, databaseUrl: postgres.url })
  await migrated({ dataDir })
  project.provide('postgresUrl', url)
  project.provide('migratedPostgres', postgres.name)
  project.provide('migratedStore', dataDir)
  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
