import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type DatabaseLocation, openDatabase } from '../../src/platform/database/open-database.ts'
import { createTemplate } from './postgres-databases.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A migrated, empty database of each kind, which tests copy: a database of PostgreSQL, and the folder of a store. */
    migratedPostgres: string
    migratedStore: string
    /** Parent folder of the stores of tests. */
    storesFolder: string
  }
}

const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/** Creates the folder in shared memory if that has 2 GiB free: on a disk each commit of SQLite waits for a sync. */
async function folderForStores() {
  const space = await statfs(SHARED_MEMORY).catch(() => null)
  const isEnough = space !== null && space.bavail * space.bsize >= ENOUGH_BYTES
  return mkdtemp(path.join(isEnough ? SHARED_MEMORY : tmpdir(), 'baiqicha-stores-'))
}

async function migrated(location: DatabaseLocation) {
  const database = openDatabase(location)
  try {
    await migrate(database.db)
  } finally {
    await database.close()
  }
}

/** Starts one PostgreSQL for the whole run. If it cannot start, the run fails: no suite is skipped. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  const storesFolder = await folderForStores()
  process.env['STORES_FOLDER'] = storesFolder
  const dataDir = path.join(storesFolder, 'migrated')
  await migrated({ dataDir })
  project.provide('postgresUrl', url)
  project.provide('migratedPostgres', await createTemplate(url, (databaseUrl) => migrated({ dataDir, databaseUrl })))
  project.provide('migratedStore', dataDir)
  project.provide('storesFolder', storesFolder)
  return async () => {
    await stop()
    await rm(storesFolder, { recursive: true, force: true })
  }
}
