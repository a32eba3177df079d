import type { Client } from '@opensearch-project/opensearch'
import type { Clock } from '../../domain/clock.ts'
import { type Lease, startLeaseRenewal } from '../../platform/database/lease.ts'
import type { Logger } from '../../platform/log/logger.ts'
import { createServiceOutage, type ServiceOutage } from '../../platform/log/service-outage.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { type CompanyChange, type CompanySource, createChangePruner } from '../company-source.ts'
import type { FollowerCheck } from '../refresh/index-follower.ts'
import { type PollResult, startPollingLoop } from '../refresh/polling-loop.ts'
import { createBulkWriter, type Operation } from './bulk-writer.ts'
import { isAbsence, type SearchIndexSettings } from './client.ts'
import { INDEX_FORMAT, indexDocumentOf, isShardCountFitting, SEARCH_ALIAS, shardsFor } from './index-mapping.ts'
import {
  createIndex,
  createStateIndex,
  type ExpectedOrigin,
  finishIndex,
  type IndexProgress,
  type IndexState,
  inspectIndex,
  publishIndex,
  removeUnusedIndices,
  writeProgress,
} from './index-state.ts'

export type OpenSearchIndexingOptions = {
  client: Client
  source: CompanySource
  /** Held by the process that writes the index. */
  lease: Lease
  origin: ExpectedOrigin
  settings: SearchIndexSettings
  /** About how many companies there are; chooses the number of shards. */
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
/** Changes per step of following; each step is searchable after its refresh. */
const CHANGES_PER_STEP = 5_000
/** Milliseconds for which a replaced index remains for queries that have begun. */
const REMOVE_AFTER_MS = 10_000
/** Milliseconds for which shards may be silent, as while a node restarts, before the index is built again. */
const SHARDS_PATIENCE_MS = 300_000

/** This process must no longer write: another one may be the leader. */
class NotLeader extends Error {}

export type OpenSearchIndexing = ReturnType<typeof startOpenSearchIndexing>

/**
 * Fills the index of OpenSearch and keeps it in step with the records while this process has the lease. Without it, a poll only
 * reports how far the index is.
 */
export function startOpenSearchIndexing(options: OpenSearchIndexingOptions) {
  const { client, source, lease, origin, settings, pronunciation, clock, log, checked = () => {} } = options
  const closing = new AbortController()
  const whole = createServiceOutage(log, 'search index')
  const outage: ServiceOutage = {
    ...whole,
    // The thread of the queries logs when no server answers.
    failed: (error, part) => void (isAbsence(error) || whole.failed(error, part)),
  }
  const pruneChanges = createChangePruner(options)
  /** Token of the newest poll as leader. It remains the same until another process takes the lease. */
  let ledWith: number | null = null
  let isLeader = false
  let state: IndexState | null = null
  let replacedAt: number | null = null
  let silentSince: number | null = null

  function requireToken(): number {
    const token = lease.token()
    if (token === null || closing.signal.aborted) throw new NotLeader()
    return token
  }
  async function saveProgress(index: string, { position, builtAt }: IndexProgress) {
    const written = { index, token: requireToken(), progress: { position, builtAt } }
    if (!(await writeProgress(client, written))) throw new NotLeader()
  }
  const write = createBulkWriter({ ...options, outage, signal: closing.signal, checkLeader: () => void requireToken() })

  /** The companies as they are now, as operations. `version`: of a change that each document contains. */
  async function* operationsOf(version: number, ids?: readonly string[]): AsyncGenerator<Operation> {
    const missing = new Set(ids)
    for await (const company of source.companies(ids)) {
      missing.delete(company.id)
      yield { id: company.id, version, document: indexDocumentOf(company, pronunciation) }
    }
    for (const id of missing) yield { id, version, document: null }
  }

  /**
   * Builds a new index and brings it into use; the changes made meanwhile are followed then. Queries use the one in use
   * meanwhile, which is not followed.
   */
  async function replaceIndex(token: number) {
    const shards = shardsFor(settings, await options.estimateCompanies())
    await createStateIndex(client, settings.replicas)
    await removeUnusedIndices(client, token)
    const builtAt = clock.now()
    log.info('search.index-building')
    // Companies are read after this change, so they contain it.
    const position = await source.lastChange()
    const name = await createIndex(client, token, shards, { ...origin, format: INDEX_FORMAT })
    await write(name, operationsOf(position?.seq ?? 0))
    await finishIndex(client, name, settings)
    await saveProgress(name, { position, builtAt })
    await publishIndex(client, name)
    replacedAt = clock.now()
    log.info('search.index-ready', { milliseconds: replacedAt - builtAt })
  }

  /** First poll with a token: writes it, so that a former leader can write no progress, and removes its remains. */
  async function takeOver(token: number) {
    state = await inspectIndex(client, origin)
    if (state.status === 'ready') {
      await saveProgress(state.name, state)
      await finishIndex(client, state.name, settings)
    }
    log.info('search.index-leader', { count: await removeUnusedIndices(client, token) })
    ledWith = token
  }

  /** Whether the index in use has to be replaced. `last`: the newest change of all. */
  function needsBuild(inspected: IndexState, last: CompanyChange | null): boolean {
    if (inspected.status === 'preparing') {
      // During a rolling upgrade the index of the newer release is left alone.
      if (inspected.reason !== 'silent') return inspected.reason !== 'newer'
      silentSince ??= clock.now()
      return clock.now() - silentSince > SHARDS_PATIENCE_MS
    }
    silentSince = null
    const { position, shards, documents } = inspected
    // Built before the first change: nothing says which changes the index contains.
    return (position === null && last !== null) || !isShardCountFitting(settings, shards, documents)
  }

  /**
   * The state of the index, the newest change of all, and the first changes that are not in the index; null: the change table does
   * not contain its position, or it has none. Reports the time of the oldest of these changes.
   */
  async function inspect(limit: number) {
    const inspected = await inspectIndex(client, origin)
    state = inspected
    const last = await source.lastChange()
    const position = inspected.status === 'ready' ? inspected.position : null
    const changes = last === null || position === null ? null : await source.changesAfter(position, last.seq, limit)
    const oldest = changes === null ? last : changes[0]
    checked({ at: clock.now(), oldestPendingAt: oldest?.at ?? null })
    return { inspected, last, changes, isCurrent: inspected.status === 'ready' && oldest == null }
  }

  async function lead(token: number): Promise<PollResult> {
    if (token !== ledWith) await takeOver(token)
    isLeader = true
    const { inspected, last, changes } = await inspect(CHANGES_PER_STEP)
    if (needsBuild(inspected, last)) {
      await replaceIndex(token)
      return 'more'
    }
    if (inspected.status !== 'ready') return 'blocked'
    const { name, position } = inspected
    // The position is that of another store. Queries stop using the index, and it is built again.
    if (position !== null && changes === null) {
      log.warn('search.index-of-other-records')
      // Refused to a process that has lost its lease.
      await saveProgress(name, inspected)
      await publishIndex(client, null)
      return 'more'
    }
    const newest = changes?.at(-1)
    if (changes !== null && newest !== undefined) {
      // Every company is read after the newest of these changes, so each document contains all of them.
      await write(name, operationsOf(newest.seq, [...new Set(changes.map(({ companyId }) => companyId))]))
      await saveProgress(name, { ...inspected, position: newest })
      if (changes.length === CHANGES_PER_STEP) return 'more'
    }
    checked({ at: clock.now(), oldestPendingAt: null })
    if (replacedAt !== null && clock.now() - replacedAt >= REMOVE_AFTER_MS) {
      await removeUnusedIndices(client, token)
      replacedAt = null
    }
    await pruneChanges(position)
    return 'done'
  }

  async function poll(): Promise<PollResult> {
    await renewal.whenTried()
    const token = lease.token()
    try {
      if (token !== null) return await lead(token)
    } catch (error) {
      if (!(error instanceof NotLeader)) throw error
    }
    isLeader = false
    return (await inspect(1)).isCurrent ? 'done' : 'blocked'
  }

  const renewal = startLeaseRenewal({
    lease,
    everyMs: options.renewEveryMs ?? RENEW_EVERY_MS,
    onTaken: () => loop.wake(),
    onFailure: (error) => log.warn('search.lease-not-renewed', { error }),
  })
  const loop = startPollingLoop({
    poll: async () => {
      const result = await poll()
      outage.worked('poll')
      return result
    },
    everyMs: options.pollEveryMs ?? POLL_EVERY_MS,
    maxBackoffMs: MAX_BACKOFF_MS,
    onFailure: (error) => outage.failed(error, 'poll'),
  })

  return {
    /** Resolves when every change stored before the call is searchable; rejects when indexing fails. */
    async refresh() {
      await loop.runNow()
      await client.indices.refresh({ index: SEARCH_ALIAS })
    },
    state: () => ({ index: state, isLeader }),
    /** Gives the lease up. */
    async close() {
      closing.abort(new Error('search is closing'))
      await loop.close()
      await renewal.close()
      await lease.release().catch((error: unknown) => log.warn('search.lease-not-released', { error }))
    },
  }
}
