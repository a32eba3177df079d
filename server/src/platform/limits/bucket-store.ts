import type { FullAt } from './token-bucket.ts'

/** What was decided over some buckets: what to store for each, in their order, and the answer. */
export type Decision<T> = { store: readonly number[]; answer: T }

/** Where buckets are kept. */
export interface BucketStore {
  /** Reads the buckets and stores what `decide` makes of them, in one step that nobody comes between. */
  update<T>(keys: readonly string[], decide: (fullAt: readonly FullAt[]) => Decision<T>): Promise<T>
}
