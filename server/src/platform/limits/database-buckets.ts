import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { isPostgres } from '../database/dialect.ts'
import type { BucketStore } from './bucket-store.ts'

/** Buckets in the database: exact across processes and restarts, at the cost of a transaction per call. */
export const createDatabaseBuckets = (db: Database): BucketStore => ({
  async update(keys, decide) {
    // All calls lock in the same order: no deadlocks.
    const inOrder = [...new Set(keys)].sort()
    return db.transaction().execute(async (tx) => {
      // Writing first takes SQLite's write lock at once, and gives PostgreSQL a row to lock.
      await tx
        .insertInto('limit_bucket')
        .values(inOrder.map((key) => ({ key, full_at: 0 })))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      const rows = await tx
        .selectFrom('limit_bucket')
        .select(['key', 'full_at'])
        .where('key', 'in', inOrder)
        .orderBy('key')
        .$if(isPostgres(db), (query) => query.forUpdate())
        .execute()
      const stored = new Map(rows.map((row) => [row.key, row.full_at]))
      const decided = decide(keys.map((key) => stored.get(key) ?? null))
      await writeBuckets(
        tx,
        keys.map((key, index) => ({ key, full_at: decided.store[index] ?? 0 })),
      )
      return decided.answer
    })
  },
})

/** Stores buckets that this transaction has locked. */
async function writeBuckets(db: Database, rows: { key: string; full_at: number }[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('limit_bucket')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ full_at: eb.ref('excluded.full_at') })))
    .execute()
}

/**
 * Adds the milliseconds spent from each bucket, in the order of the rows, and returns the buckets as they are then.
 * `now` is the time of the spending; a bucket that was full before is full until then.
 */
export async function addToBuckets(
  db: Database,
  rows: readonly { key: string; spent: number; now: number }[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const now = Math.max(...rows.map((row) => row.now))
  const later = isPostgres(db) ? sql.raw('greatest') : sql.raw('max')
  const stored = await db
    .insertInto('limit_bucket')
    .values(rows.map(({ key, spent }) => ({ key, full_at: now + spent })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        full_at: sql<number>`${later}(limit_bucket.full_at, ${now}) + excluded.full_at - ${now}`,
      }),
    )
    .returning(['key', 'full_at'])
    .execute()
  return new Map(stored.map((row) => [row.key, row.full_at]))
}
