import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../cache.ts'
import type { Database } from '../database/database.ts'
import type { BucketStore } from './bucket-store.ts'
import { addToBuckets } from './database-buckets.ts'

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
