import type { Instant } from './company.ts'

/** What one process did in a minute or an hour, for 30 days. */
export type OperationSampleTable = {
  process: string
  /** Milliseconds. */
  span: number
  /** Begin of the period. */
  at: Instant
  /** JSON: `OperationSample`. */
  content: string
}
