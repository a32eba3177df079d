import { LRUCache } from 'lru-cache'
import type { BucketStore } from './bucket-store.ts'

/**
 * Buckets of this process alone, for calls that may run no query. Several processes allow as many times the limit, and the
 * buckets unused for longest are forgotten beyond `capacity`.
 */
export function createMemoryBuckets(capacity: number): BucketStore {
  const buckets = new LRUCache<string, number>({ max: capacity })
  return {
    async update(keys, decide) {
      const { store, answer } = decide(keys.map((key) => buckets.get(key) ?? null))
      for (const [index, key] of keys.entries()) buckets.set(key, store[index] ?? 0)
      return answer
    },
  }
}
