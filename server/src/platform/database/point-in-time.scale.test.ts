import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { type ArchivedPostgres, startArchivedPostgres } from '../../../test/engines/archived-postgres.ts'
import type { PostgresServer } from '../../../test/engines/postgres-replicas.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

let engine: ArchivedPostgres
beforeAll(async () => {
  engine = await startArchivedPostgres()
})
afterAll(() => engine?.stop())

const open = (server: PostgresServer) => openDatabase({ databaseUrl: server.url, dataDir: '' })

async function add(server: PostgresServer, id: string) {
  const database = open(server)
  await insertCompanies(database.db, [buildCompany({ id })])
  await database.close()
}

const instant = async (expression: string) =>
  (await engine.primary.query<{ value: string }>(`select ${expression}::text as value`))[0]?.value ?? ''

describe('a PostgreSQL store with an archived log', () => {
  it('is recovered to any instant after its base backup, and takes writes', async () => {
    const database = open(engine.primary)
    await migrate(database.db)
    await database.close()
    await add(engine.primary, 'c-in-the-copy')
    const base = await engine.takeBaseBackup()
    await add(engine.primary, 'c-before-the-target')
    const [time, position] = [await instant('clock_timestamp()'), await instant('pg_current_wal_insert_lsn()')]
    await add(engine.primary, 'c-after-the-target')
    await engine.archiveLog()
    // The machine is lost: only the base backup and the archive remain.
    await engine.primary.kill()

    for (const target of [`recovery_target_time = '${time}'`, `recovery_target_lsn = '${position}'`]) {
      const server = await engine.recover(base, target)
      await expect
        .poll(async () => (await server.query<{ busy: boolean }>('select pg_is_in_recovery() as busy'))[0]?.busy, {
          timeout: 60_000,
        })
        .toBe(false)
      const recovered = open(server)
      const ids = await recovered.db.selectFrom('company').select('id').orderBy('id').execute()
      await recovered.close()
      expect(ids).toEqual([{ id: 'c-before-the-target' }, { id: 'c-in-the-copy' }])
      await add(server, 'c-written-later')
    }
  })
})
