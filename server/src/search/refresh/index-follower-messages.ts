import type { LogFields } from '../../platform/log/logger.ts'
import type { FollowerCheck } from './index-follower.ts'
import type { OpenableIndex } from './index-manifest.ts'

/** What the thread that follows the records is told. `id` says which report of its own an order answers. */
export type FollowerRequest =
  | { type: 'used'; id: number }
  | { type: 'refresh'; id: number }
  | { type: 'repair'; file: string | null }

/** What it tells. `id` says which order it answers, or by which it is to be answered. */
export type FollowerMessage =
  | { type: 'use'; id: number; index: OpenableIndex | null }
  | { type: 'checked'; check: FollowerCheck }
  | { type: 'refreshed'; id: number }
  | { type: 'failed'; id: number; error: unknown }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; event: string; fields: LogFields }
