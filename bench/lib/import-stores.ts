import { Client } from 'pg'
import type { DatabaseLocation } from '../../server/src/platform/database/open-database.ts'
import { startPostgres } from '../../server/test/databases/postgres-server.ts'
import { withEmptyFolder } from './cached-store.ts'

export const storeKinds = ['sqlite', 'postgres'] as const
export type StoreKind = (typeof storeKinds)[number]

/** Settings of an operator; every commit is durable. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
}

/** Runs with an empty store of a database, and removes it. */
export function withEmptyStore(kind: StoreKind, gibibytes: number, run: (store: DatabaseLocation) => Promise<void>) {
  return withEmptyFolder(`import-${kind}`, gibibytes, async (dataDir) => {
    if (kind === 'sqlite') return run({ dataDir })
    const server = await startPostgres(settings)
    try {
      const admin = new Client({ connectionString: server.url })
      await admin.connect()
      await admin.query('create database bench')
      await admin.end()
      const databaseUrl = new URL(server.url)
      databaseUrl.pathname = '/bench'
      return await run({ dataDir, databaseUrl: databaseUrl.href })
    } finally {
      await server.stop()
    }
  })
}
