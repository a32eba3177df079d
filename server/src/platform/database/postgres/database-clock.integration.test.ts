import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { describeDatabases } from '../../../../test/databases/databases.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { startDatabaseClock } from './database-clock.ts'

const HOUR = 3_600_000
/** A reading may be wrong by this much. */
const TOLERANCE_MS = 200

/** Replaces the function that states the time in new sessions of the database. @returns a function that sets it */
async function takeOverTime(db: Database) {
  await sql`create schema stepped`.execute(db)
  await sql`create table stepped.step as select 0::bigint as milliseconds`.execute(db)
  await sql`create function stepped.clock_timestamp() returns timestamptz language sql as
    'select pg_catalog.clock_timestamp() + (select milliseconds from stepped.step) * interval ''1 ms'''`.execute(db)
  await sql`do $$ begin
    execute format('alter database %I set search_path = stepped, public, pg_catalog', current_database());
  end $$`.execute(db)
  return (milliseconds: number) => sql`update stepped.step set milliseconds = ${milliseconds}`.execute(db)
}

describeDatabases(
  'the clock of the database',
  (freshDatabase) => {
    it('is not moved by the clock of the machine', async () => {
      const { db } = await freshDatabase()
      const clock = await startDatabaseClock(db)
      onTestFinished(() => clock.stop())
      const startedAt = Date.now()
      vi.useFakeTimers({ toFake: ['Date'], now: startedAt + HOUR })
      onTestFinished(() => void vi.useRealTimers())
      expect(Math.abs(clock.now() - startedAt)).toBeLessThan(HOUR / 60)
      expect(Number.isInteger(clock.now())).toBe(true)
    })

    it('follows a database whose clock is set, and goes on while the database is away', async () => {
      const { db, location } = await freshDatabase()
      const setTime = await takeOverTime(db)
      const database = openDatabase(location)
      const clock = await startDatabaseClock(database.db, 20)
      onTestFinished(() => clock.stop())
      const ahead = () => clock.now() - Date.now()
      for (const milliseconds of [HOUR, -HOUR, 0]) {
        await setTime(milliseconds)
        await vi.waitFor(() => expect(Math.abs(ahead() - milliseconds)).toBeLessThan(TOLERANCE_MS), { timeout: 10_000 })
      }
      await database.close()
      const before = clock.now()
      await vi.waitFor(() => expect(clock.now()).toBeGreaterThan(before + 100), { timeout: 10_000 })
      expect(Math.abs(ahead())).toBeLessThan(TOLERANCE_MS)
    })
  },
  ['postgres'],
)
