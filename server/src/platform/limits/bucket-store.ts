import type { FullAt } from './token-bucket.ts'

/** Decision over some buckets: the value to store for each, in their order, and the answer. */
export type Decision<T> = { store: readonly number[]; answer: T }

/** Storage of buckets. */
export interface BucketStore {
  /** Reads the buckets and stores what `decide` makes of them, atomically. */
  update<T>(keys: readonly string[], decide: (fullAt: readonly FullAt[]) => Decision<T>): Promise<T>
}
