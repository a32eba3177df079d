import { sql } from 'kysely'
import type { Clock } from '../../../domain/clock.ts'
import type { Database } from '../database.ts'

/** Interval between two readings of the clock of the database. */
const READ_MS = 10_000
/** A smaller difference is the uncertainty of a reading: following it would set the clock back now and then. */
const TOLERATED_MS = 100
/** A reading that took longer is too uncertain. */
const ROUND_TRIP_MS = 500

export type DatabaseClock = Clock & { stop(): void }

/**
 * The time of the primary, by which all processes decide. Between two readings, and while the database is away, it
 * advances with the monotonic clock of the process: setting the clock of this machine has no effect.
 */
export async function startDatabaseClock(db: Database, readEveryMs = READ_MS): Promise<DatabaseClock> {
  const time = db.selectNoFrom(sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('now'))
  /** Time of the database when the monotonic clock of the process was 0. */
  let origin = Number.NaN

  async function read() {
    const startedAt = performance.now()
    const { now } = await time.executeTakeFirstOrThrow()
    const endedAt = performance.now()
    if (endedAt - startedAt > ROUND_TRIP_MS && !Number.isNaN(origin)) return
    const found = now - (startedAt + endedAt) / 2
    if (!(Math.abs(found - origin) < TOLERATED_MS)) origin = found
  }

  await read()
  const timer = setInterval(() => void read().catch(() => {}), readEveryMs).unref()
  return { now: () => Math.round(origin + performance.now()), stop: () => clearInterval(timer) }
}
