import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import type { BucketStore } from './bucket-store.ts'
import { writeBuckets } from './database-buckets.ts'

export interface WriteBehindBuckets extends BucketStore {
  /** Stores the buckets changed since the last flush. Those that fail to be stored remain for the next flush. */
  flush(): Promise<void>
}

const BATCH = 500

/**
 * Write-behind buckets of this process, for limits on reading: a transaction per request would cost more than the
 * request. A killed process loses the changes since the last flush (docs/decisions/0012-limits.md).
 */
export function createWriteBehindBuckets(db: Database, capacity = 50_000): WriteBehindBuckets {
  const cached = new LRUCache<string, number>({ max: capacity })
  const unsaved = new Map<string, number>()

  const cachedOrUnsaved = (key: string) => cached.get(key) ?? unsaved.get(key) ?? null

  async function load(missing: readonly string[]) {
    const rows = await db.selectFrom('limit_bucket').selectAll().where('key', 'in', missing).execute()
    const stored = new Map(rows.map((row) => [row.key, row.full_at]))
    // A concurrent call may have loaded the key, and spent from it, meanwhile.
    for (const key of missing) if (cachedOrUnsaved(key) === null) cached.set(key, stored.get(key) ?? 0)
  }

  return {
    async update(keys, decide) {
      const missing = keys.filter((key) => cachedOrUnsaved(key) === null)
      if (missing.length > 0) await load(missing)
      const decided = decide(keys.map(cachedOrUnsaved))
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
