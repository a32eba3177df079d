import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../cache.ts'
import type { Database } from '../database/database.ts'
import { isPostgres } from '../database/portable-sql.ts'

/** At most `count` in `seconds`: a bucket of `count` tokens that refills evenly over the period. */
export type BucketRule = { count: number; seconds: number }

/**
 * A bucket is one number: the moment at which it is full again, in milliseconds (the "theoretical arrival time" of the
 * cell rate algorithm). null is a bucket never used.
 */
export type FullAt = number | null

const periodOf = (rule: BucketRule) => rule.seconds * 1000
const perToken = (rule: BucketRule) => periodOf(rule) / rule.count

/**
 * The bucket within its bounds. A moment beyond now + period comes from a clock that was set back; no caller is refused
 * longer than the period. A refusal stores this too: otherwise each later call would clamp, and refuse, again.
 */
export const clamp = (fullAt: FullAt, rule: BucketRule, now: number) =>
  Math.min(Math.max(fullAt ?? now, now), now + periodOf(rule))

/** Milliseconds until so many tokens are available; 0: now. */
export function waitFor(fullAt: FullAt, rule: BucketRule, now: number, tokens = 1): number {
  const latest = now + periodOf(rule) - tokens * perToken(rule)
  // Tolerates the rounding error of dividing a period.
  const wait = clamp(fullAt, rule, now) - latest
  return wait > 0.001 ? wait : 0
}

/** The bucket after so many tokens are spent. */
export const spend = (fullAt: FullAt, rule: BucketRule, now: number, tokens = 1) =>
  clamp(fullAt, rule, now) + tokens * perToken(rule)

/** The bucket after so many tokens are refunded. */
export const giveBack = (fullAt: FullAt, rule: BucketRule, now: number, tokens = 1) =>
  Math.max(clamp(fullAt, rule, now) - tokens * perToken(rule), now)

/**
 * Decision over some buckets: the value to store for each, in the order of the keys, the time of the decision in
 * milliseconds, and the result for the caller.
 */
export type BucketDecision<T> = { store: readonly number[]; now: number; answer: T }

/** Storage of buckets. */
export interface BucketStore {
  /** Reads the buckets, calls `decide` with them and stores its decision, atomically. null: an unused bucket. */
  update<T>(keys: readonly string[], decide: (fullAt: readonly FullAt[]) => BucketDecision<T>): Promise<T>
}

/**
 * Buckets of this process alone, for calls that may run no query. Several processes allow as many times the limit, and the
 * buckets unused for longest are forgotten beyond `capacity`.
 */
export function createMemoryBuckets(capacity: number): BucketStore {
  const buckets = new LRUCache<string, number>(entriesUpTo(capacity))
  return {
    async update(keys, decide) {
      const { store, answer } = decide(keys.map((key) => buckets.get(key) ?? null))
      for (const [index, key] of keys.entries()) buckets.set(key, store[index] ?? 0)
      return answer
    },
  }
}

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
async function addToBuckets(
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

export interface WriteBehindBuckets extends BucketStore {
  /** Adds what was spent since the last flush. What fails to be stored remains for the next flush. */
  flush(): Promise<void>
}

const BATCH = 500

/** `fullAt` as this process knows the bucket, and the milliseconds of it that are not stored yet. */
type Unsaved = { fullAt: number; spent: number; now: number }

/**
 * Write-behind buckets of this process, for limits on reading: a transaction per request would cost more than the
 * request. A flush adds what this process spent and learns what the others did: each process allows more than the limit
 * of all by no more than what it spends between two flushes. A killed process loses the changes since its last flush
 * (docs/decisions/0012-limits.md).
 */
export function createWriteBehindBuckets(db: Database, capacity = 50_000): WriteBehindBuckets {
  const cached = new LRUCache<string, number>(entriesUpTo(capacity))
  const unsaved = new Map<string, Unsaved>()
  let flushing: Promise<void> = Promise.resolve()

  const cachedOrUnsaved = (key: string) => cached.get(key) ?? unsaved.get(key)?.fullAt ?? null

  async function load(missing: readonly string[]) {
    const rows = await db.selectFrom('limit_bucket').selectAll().where('key', 'in', missing).execute()
    const stored = new Map(rows.map((row) => [row.key, row.full_at]))
    // A concurrent call may have loaded the key, and spent from it, meanwhile.
    for (const key of missing) if (cachedOrUnsaved(key) === null) cached.set(key, stored.get(key) ?? 0)
  }

  async function storeBatch(batch: readonly (Unsaved & { key: string })[]) {
    const stored = await addToBuckets(db, batch)
    for (const { key, spent } of batch) {
      const since = unsaved.get(key)
      const left = (since?.spent ?? spent) - spent
      const fullAt = (stored.get(key) ?? 0) + left
      cached.set(key, fullAt)
      if (since === undefined || left === 0) unsaved.delete(key)
      else unsaved.set(key, { ...since, fullAt, spent: left })
    }
  }

  async function store() {
    // The same order in all processes avoids deadlocks.
    const rows = Array.from(unsaved, ([key, one]) => ({ key, ...one })).sort((a, b) => (a.key < b.key ? -1 : 1))
    for (let from = 0; from < rows.length; from += BATCH) await storeBatch(rows.slice(from, from + BATCH))
  }

  return {
    async update(keys, decide) {
      const missing = keys.filter((key) => cachedOrUnsaved(key) === null)
      if (missing.length > 0) await load(missing)
      const before = keys.map(cachedOrUnsaved)
      const { store: after, now, answer } = decide(before)
      for (const [index, key] of keys.entries()) {
        const fullAt = after[index] ?? 0
        const spent = fullAt - Math.max(before[index] ?? 0, now) + (unsaved.get(key)?.spent ?? 0)
        cached.set(key, fullAt)
        // Also 0: a flush that runs may be storing what this refunds.
        if (spent !== 0 || unsaved.has(key)) unsaved.set(key, { fullAt, spent, now })
      }
      return answer
    },

    flush() {
      flushing = flushing.then(store, store)
      return flushing
    },
  }
}
