import type { Client } from '@opensearch-project/opensearch'
import type { Clock } from '../../domain/clock.ts'
import type { Lease } from '../../platform/database/lease.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { createServiceOutage, type ServiceOutage } from '../../platform/log/service-outage.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { CompanySource } from '../company-source.ts'
import type { FollowerCheck } from '../refresh/index-follower.ts'
import { startPollingLoop } from '../refresh/polling-loop.ts'
import { createIndexLeader } from './index-leader.ts'
import { SEARCH_ALIAS } from './index-mapping.ts'
import type { SearchIndexSettings } from './index-settings.ts'
import type { ExpectedOrigin, IndexState } from './index-state.ts'
import { isAbsence } from './request-failure.ts'

export type OpenSearchIndexingOptions = {
  client: Client
  source: CompanySource
  /** Held by the process that writes the index. */
  lease: Lease
  origin: ExpectedOrigin
  settings: SearchIndexSettings
  /** About how many companies there are. */
  estimateCompanies: () => Promise<number>
  pronunciation: Pronunciation
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  checked?: (check: FollowerCheck) => void
  /** Interval between two checks of the records; Infinity: only on `refresh`. */
  pollEveryMs?: number
  /** Interval between two renewals of the lease. */
  renewEveryMs?: number
  /** Milliseconds before the first retry of a bulk. */
  retryMs?: number
}

export type OpenSearchIndexing = {
  /** Resolves when an index is in use for the first time. */
  whenReady(): Promise<void>
  /** Resolves when every change stored before the call is searchable; rejects when indexing fails. */
  refresh(): Promise<void>
  /** Builds a new index beside the current one, if this process is the leader or becomes it. */
  rebuild(): void
  state(): { index: IndexState | null; isLeader: boolean; isBuilding: boolean }
  /** Gives the lease up. */
  close(): Promise<void>
}

const POLL_EVERY_MS = 1_000
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
  const { client, lease, log, pollEveryMs = POLL_EVERY_MS, checked = () => {} } = options
  const closing = new AbortController()
  const { promise: firstUse, resolve: onFirstUse } = Promise.withResolvers<void>()
  const outage = withoutAbsence(createServiceOutage(log, 'search index'))
  const leader = createIndexLeader({
    ...options,
    outage,
    checked,
    signal: closing.signal,
    onBuildEnd: () => loop.wake(),
  })

  const poll = async () => {
    const result = await leader.poll()
    if (leader.state().index?.status === 'ready') onFirstUse()
    return result
  }
  const renewal = startRenewals(options, () => loop.wake())
  const loop = startPollingLoop({
    poll: async () => {
      await renewal.whenTried()
      const result = await poll()
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
    rebuild() {
      leader.rebuild()
      loop.wake()
    },
    state: () => leader.state(),
    async close() {
      closing.abort(new Error('search is closing'))
      await loop.close()
      await leader.whenEnded()
      await renewal.close()
      await lease.release().catch((error: unknown) => log.warn('search.lease-not-released', { error }))
    },
  }
}

/** Milliseconds between two polls of OpenSearch that is away: it is filled soon after it returns. */
const MAX_BACKOFF_MS = 5_000

/** An outage without that of the servers: the thread of the queries logs when no server answers. */
const withoutAbsence = (outage: ServiceOutage): ServiceOutage => ({
  ...outage,
  failed: (error, part) => {
    if (!isAbsence(error)) outage.failed(error, part)
  },
})

/** Renews the lease, or tries to take it, at a steady interval, also while a build or a failing poll takes long. */
function startRenewals({ lease, log, renewEveryMs = RENEW_EVERY_MS }: OpenSearchIndexingOptions, onTaken: () => void) {
  let isHeld = false
  let isFailing = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const renew = async () => {
    const wasHeld = isHeld
    try {
      isHeld = await lease.renew()
      isFailing = false
    } catch (error) {
      // Until its time is over the lease remains held.
      if (!isFailing) log.warn('search.lease-not-renewed', { error })
      isFailing = true
    }
    if (isHeld && !wasHeld) onTaken()
  }
  const run = async () => {
    await renew()
    if (!isClosed) timer = setTimeout(() => (running = run()), renewEveryMs)
  }
  let running = run()
  const first = running

  return {
    /** Resolves after the first try. */
    whenTried: () => first,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
