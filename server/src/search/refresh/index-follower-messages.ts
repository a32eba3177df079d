import type { LogFields } from '../../platform/log/logger.ts'
import type { FollowerCheck } from './index-follower.ts'
import type { OpenableIndex } from './index-manifest.ts'

/**
 * Requests to the follower thread. `used` acknowledges the `use` message with the same id; `closed` responds to `close`.
 */
export type FollowerRequest =
  | { type: 'used'; id: number }
  | { type: 'refresh'; id: number }
  | { type: 'repair'; file: string | null }
  | { type: 'close' }

/**
 * Messages of the follower thread. `refreshed` and `failed` respond to the request with the same id; `use` expects
 * `used` with its own id.
 */
export type FollowerMessage =
  | { type: 'use'; id: number; index: OpenableIndex | null }
  | { type: 'checked'; check: FollowerCheck }
  | { type: 'refreshed'; id: number }
  | { type: 'failed'; id: number; error: unknown }
  | { type: 'closed' }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; event: string; fields: LogFields }
