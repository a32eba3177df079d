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
