import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import type { BucketStore } from './bucket-store.ts'
import { writeBuckets } from './database-buckets.ts'

export interface WriteBehindBuckets extends BucketStore {
  /** Stores what changed since the last time. What fails to be stored is kept for the next. */
  flush(): Promise<void>
}

const BATCH = 500

/**
 * Buckets in this process, stored now and then: for limits on reading, where a transaction per request would cost more
 * than the request. A killed process forgets what was not yet flushed (docs/decisions/0012-limits.md).
 */
export function createWriteBehindBuckets(db: Database, capacity = 50_000): WriteBehindBuckets {
  const cached = new LRUCache<string, number>({ max: capacity })
  const unsaved = new Map<string, number>()

  const look = (key: string) => cached.get(key) ?? unsaved.get(key) ?? null

  async function load(missing: readonly string[]) {
    const rows = await db.selectFrom('limit_bucket').selectAll().where('key', 'in', missing).execute()
    const stored = new Map(rows.map((row) => [row.key, row.full_at]))
    // Another call may have been quicker, and may have spent since.
    for (const key of missing) if (look(key) === null) cached.set(key, stored.get(key) ?? 0)
  }

  return {
    async update(keys, decide) {
      const missing = keys.filter((key) => look(key) === null)
      if (missing.length > 0) await load(missing)
      const decided = decide(keys.map(look))
      for (const [index, key] of keys.entries()) {
        const fullAt = decided.store[index] ?? 0
        cached.set(key, fullAt)
        unsaved.set(key, fullAt)
      }
      return decided.answer
    },

    async flush() {
      const rows = Array.from(unsaved, ([key, full_at]) => ({ key, full_at }))
      for (let from = 0; from < rows.length; from += BATCH) {
        const batch = rows.slice(from, from + BATCH)
        await writeBuckets(db, batch)
        for (const { key, full_at } of batch) if (unsaved.get(key) === full_at) unsaved.delete(key)
      }
    },
  }
}
