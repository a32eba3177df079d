import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../cache.ts'
import type { FullAt } from './token-bucket.ts'

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
