import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { describeDatabases } from '../../../../test/databases/databases.ts'
import { startMovingAddress } from '../../../../test/engines/proxies.ts'
import { storageFailure } from '../../http/storage-unavailable.ts'
import { openDatabase } from '../open-database.ts'

const causeOf = (query: Promise<unknown>) => query.then(() => null, storageFailure)

describeDatabases(
  'one address of PostgreSQL',
  (freshDatabase) => {
    it('is used again once it leads to a server, and counts as unavailable until then', async () => {
      const { location } = await freshDatabase()
      const { port } = new URL(location.databaseUrl ?? '')
      const address = await startMovingAddress(Number(port))
      onTestFinished(() => address.stop())
      const moved = openDatabase({ ...location, databaseUrl: address.urlOf(location.databaseUrl ?? '') })
      onTestFinished(() => moved.close())
      const read = () => moved.db.selectFrom('source').select('id').execute()
      expect(await read()).toEqual([])
      // No server has this port.
      address.moveTo(1)
      await vi.waitFor(async () => expect(await causeOf(read())).not.toBeNull(), 10_000)
      address.moveTo(Number(port))
      await vi.waitFor(async () => expect(await read()).toEqual([]), 10_000)
    })

    it('is connected to again when the server takes no writes', async () => {
      const { db, location } = await freshDatabase()
      const setReadOnly = (value: 'on' | 'off') =>
        db.connection().execute(async (connection) => {
          await sql`set default_transaction_read_only = off`.execute(connection)
          await sql`do $$ begin
            execute format('alter database %I set default_transaction_read_only = ${sql.raw(value)}', current_database());
          end $$`.execute(connection)
        })
      await setReadOnly('on')
      const other = openDatabase(location)
      onTestFinished(() => other.close())
      const write = () => other.db.insertInto('limit_bucket').values({ key: 'written', full_at: 0 }).execute()
      expect(await causeOf(write())).toBe('25006')
      await setReadOnly('off')
      await vi.waitFor(async () => expect(await causeOf(write())).toBeNull(), 10_000)
    })
  },
  ['postgres'],
)
