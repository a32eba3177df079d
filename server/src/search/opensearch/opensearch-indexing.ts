import { type Lease, startLeaseRenewal } from '../../platform/database/lease.ts'
import { createServiceOutage, type ServiceOutage } from '../../platform/log/service-outage.ts'
import { startPollingLoop } from '../refresh/polling-loop.ts'
import { isAbsence } from './client.ts'
import { createIndexLeader, type LeaderOptions } from './index-leader.ts'
import { SEARCH_ALIAS } from './index-mapping.ts'
import type { IndexState } from './index-state.ts'

export type OpenSearchIndexingOptions = Omit<LeaderOptions, 'outage' | 'signal' | 'checked' | 'lease'> & {
  /** Held by the process that writes the index. */
  lease: Lease
  checked?: LeaderOptions['checked']
  /** Interval between two checks of the records; Infinity: only on `refresh`. */
  pollEveryMs?: number
  /** Interval between two renewals of the lease. */
  renewEveryMs?: number
}

export type OpenSearchIndexing = {
  /** Resolves when an index is in use for the first time. */
  whenReady(): Promise<void>
  /** Resolves when every change stored before the call is searchable; rejects when indexing fails. */
  refresh(): Promise<void>
  state(): { index: IndexState | null; isLeader: boolean }
  /** Gives the lease up. */
  close(): Promise<void>
}

const POLL_EVERY_MS = 1_000
/** Milliseconds between two polls of OpenSearch that is away: it is filled soon after it returns. */
const MAX_BACKOFF_MS = 5_000
/** A lost leader is replaced after LEASE_MS and, at most, one of these. */
const RENEW_EVERY_MS = 1_000
/**
 * Milliseconds without a sign of the leader after which another process takes over. The leader keeps the lease when two renewals
 * fail because the database is busy (2.5 s each); a successor that meets the same takes over within 15 s.
 */
export const LEASE_MS = 8_000
export const LEASE_NAME = 'search-index'

/** Fills the index of OpenSearch and keeps it in step with the records, in one process at a time. */
export function startOpenSearchIndexing(options: OpenSearchIndexingOptions): OpenSearchIndexing {
  const { client, lease, log, pollEveryMs = POLL_EVERY_MS, renewEveryMs = RENEW_EVERY_MS } = options
  const closing = new AbortController()
  const { promise: firstUse, resolve: onFirstUse } = Promise.withResolvers<void>()
  const whole = createServiceOutage(log, 'search index')
  const outage: ServiceOutage = {
    ...whole,
    // The thread of the queries logs when no server answers.
    failed: (error, part) => void (isAbsence(error) || whole.failed(error, part)),
  }
  const leader = createIndexLeader({ checked: () => {}, ...options, outage, signal: closing.signal })
  const renewal = startLeaseRenewal({
    lease,
    everyMs: renewEveryMs,
    onTaken: () => loop.wake(),
    onFailure: (error) => log.warn('search.lease-not-renewed', { error }),
  })
  const loop = startPollingLoop({
    poll: async () => {
      await renewal.whenTried()
      const result = await leader.poll()
      if (leader.state().index?.status === 'ready') onFirstUse()
      outage.worked('poll')
      return result
    },
    everyMs: pollEveryMs,
    maxBackoffMs: MAX_BACKOFF_MS,
    onFailure: (error) => outage.failed(error, 'poll'),
  })

  return {
    whenReady: () => firstUse,
    async refresh() {
      await loop.runNow()
      await client.indices.refresh({ index: SEARCH_ALIAS })
    },
    state: leader.state,
    async close() {
      closing.abort(new Error('search is closing'))
      await loop.close()
      await renewal.close()
      await lease.release().catch((error: unknown) => log.warn('search.lease-not-released', { error }))
    },
  }
}
