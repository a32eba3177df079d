import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@opensearch-project/opensearch'
import type { Clock } from '../../domain/clock.ts'
import type { Lease } from '../../platform/database/lease.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { type CompanySource, isSameChange } from '../company-source.ts'
import type { FollowerCheck } from '../refresh/index-follower.ts'
import type { PollResult } from '../refresh/polling-loop.ts'
import { readChangedCompanies, writeOperations } from './apply-changes.ts'
import { createBuildJob } from './build-job.ts'
import { type BulkWriterOptions, createBulkWriter } from './bulk-writer.ts'
import { buildIndex, CHANGES_PER_STEP, ChangesLost, readChanges } from './index-build.ts'
import { INDEX_FORMAT } from './index-mapping.ts'
import { createStateIndex, finishIndex, publishIndex, removeUnusedIndices } from './index-set.ts'
import { isShardCountFitting, type SearchIndexSettings, shardsFor } from './index-settings.ts'
import {
  type ExpectedOrigin,
  type IndexInUse,
  type IndexProgress,
  type IndexState,
  inspectIndex,
  readAliasedIndex,
  writeProgress,
} from './index-state.ts'

export type LeaderOptions = {
  client: Client
  source: CompanySource
  lease: Pick<Lease, 'token'>
  origin: ExpectedOrigin
  settings: SearchIndexSettings
  /** About how many companies there are; chooses the number of shards. */
  estimateCompanies: () => Promise<number>
  pronunciation: Pronunciation
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  outage: ServiceOutage
  signal: AbortSignal
  /** A build has ended. */
  onBuildEnd: () => void
  checked: (check: FollowerCheck) => void
  /** Milliseconds before the first retry of a bulk. */
  retryMs?: number | undefined
}

/** This process must no longer write: another one may be the leader. */
class NotLeader extends Error {
  constructor() {
    super('the lease of the search index has ended')
  }
}

/** An index that was not in use for longer than this is rebuilt. */
const CHANGE_RETENTION_MS = 7 * 86_400_000
const PRUNE_EVERY_MS = 3_600_000
/** Interval between two counts of the documents after changes. */
const COUNT_EVERY_MS = 10_000
/** Milliseconds for which a replaced index remains for queries that have begun. */
const REMOVE_AFTER_MS = 10_000
/** Milliseconds for which shards may be silent, as while a node restarts, before the index is built again. */
const SHARDS_PATIENCE_MS = 300_000
/** Milliseconds for which a build waits for a lease that could not be renewed. */
const LEASE_PATIENCE_MS = 120_000
const LEASE_CHECK_MS = 200

/**
 * Keeps the index of OpenSearch in step with the records while this process has the lease. Without it, `poll` only
 * reports how far the index is.
 */
export function createIndexLeader(options: LeaderOptions) {
  const { client, source, lease, origin, clock, log } = options
  /** Token of the newest poll as leader. It remains the same until another process takes the lease. */
  let ledWith: number | null = null
  let isLeader = false
  let state: IndexState | null = null
  let countedAt = Number.NEGATIVE_INFINITY
  let prunedAt = Number.NEGATIVE_INFINITY
  let replacedAt: number | null = null
  let silentSince: number | null = null
  let isRebuildWanted = false

  const requireToken = (): number => {
    const token = lease.token()
    if (token === null || options.signal.aborted) throw new NotLeader()
    return token
  }
  const saveProgress = async (index: string, progress: IndexProgress) => {
    const isWritten = await writeProgress(client, { index, token: requireToken(), progress })
    if (!isWritten) throw new NotLeader()
  }
  const writerFor = (checkLeader: BulkWriterOptions['checkLeader']) => createBulkWriter({ ...options, checkLeader })
  const writer = writerFor(() => void requireToken())
  const build = createBuildJob({ onEnd: options.onBuildEnd })

  const startBuild = async (token: number) => {
    isRebuildWanted = false
    const settings = { ...options.settings, shards: shardsFor(options.settings, await options.estimateCompanies()) }
    await createStateIndex(client, settings)
    await removeUnusedIndices(client, token)
    const startedAt = clock.now()
    log.info('search.index-building')
    build.start(async (isCurrent) => {
      const buildWriter = writerFor(async () => {
        // Renewals fail while the database is away. Then the build waits; its hours of work are not given up.
        for (let waited = 0; lease.token() === null && waited < LEASE_PATIENCE_MS; waited += LEASE_CHECK_MS) {
          await wait(LEASE_CHECK_MS, undefined, { signal: options.signal })
        }
        if (requireToken() !== token || !isCurrent()) throw new NotLeader()
      })
      const indexOrigin = { ...origin, format: INDEX_FORMAT }
      const name = await buildIndex(
        { ...options, writer: buildWriter, settings, saveProgress, origin: indexOrigin },
        token,
      )
      log.info('search.index-ready', { milliseconds: clock.now() - startedAt })
      return name
    })
  }

  /** First poll with a token: writes it, so that a former leader can write no progress, and removes its remains. */
  const takeOver = async (token: number) => {
    build.discard()
    await createStateIndex(client, options.settings)
    state = await inspectIndex(client, origin)
    if (state.status === 'ready') {
      await saveProgress(state.name, progressOf(state))
      await finishIndex(client, state.name, options.settings)
    }
    const removed = await removeUnusedIndices(client, token)
    log.info('search.index-leader', { count: removed.length })
    ledWith = token
  }

  /** @returns whether the index in use has to be replaced */
  const needsBuild = async (inspected: IndexState): Promise<boolean> => {
    if (inspected.status === 'ready') {
      silentSince = null
      const { position, shards, documents } = inspected
      // Built before the first change: nothing says which changes the index contains.
      const isUnplaced = position === null && (await source.lastChange()) !== null
      return isRebuildWanted || isUnplaced || !isShardCountFitting(options.settings, shards, documents)
    }
    if (inspected.reason === 'foreign') return !(await isNewer())
    if (inspected.reason !== 'silent') return inspected.reason !== 'unreachable'
    silentSince ??= clock.now()
    return clock.now() - silentSince > SHARDS_PATIENCE_MS
  }
  /** Whether a newer release has built the index: during a rolling upgrade it is left alone. */
  const isNewer = async () => ((await readAliasedIndex(client))?.origin.format ?? 0) > INDEX_FORMAT

  const report = async (inspected: IndexState): Promise<boolean> => {
    const oldestPendingAt = await readOldestPending(source, inspected)
    options.checked({ at: clock.now(), oldestPendingAt })
    return oldestPendingAt === null && inspected.status === 'ready'
  }

  /** Applies the next changes. `done`: every change stored before the call. */
  const follow = async (index: IndexInUse): Promise<PollResult> => {
    const { position } = index
    if (position === null) return (await source.lastChange()) === null ? 'done' : 'blocked'
    const changes = await readChanges(source, position)
    const last = changes.at(-1)
    if (last === undefined) return 'done'
    const operations = await readChangedCompanies(options, changes)
    const deletions = operations.filter(({ document }) => document === null).length
    const progress = progressOf(index)
    // Before the deletions: the index never has fewer documents than its progress says, unless some are lost.
    if (deletions > 0) {
      progress.companies = Math.max(0, progress.companies - deletions)
      await saveProgress(index.name, progress)
    }
    await writeOperations(writer, index.name, operations)
    await saveProgress(index.name, { ...progress, position: last })
    return changes.length < CHANGES_PER_STEP ? 'done' : 'more'
  }

  /** Raises the number of documents that the index is known to have. */
  const countAgain = async (index: IndexInUse) => {
    if (clock.now() - countedAt < COUNT_EVERY_MS) return
    countedAt = clock.now()
    // Deletions that are not searchable yet would be counted as documents.
    await client.indices.refresh({ index: index.name })
    const counted = await inspectIndex(client, origin)
    if (counted.status !== 'ready' || counted.name !== index.name || counted.documents === counted.companies) return
    await saveProgress(index.name, { ...progressOf(counted), companies: counted.documents })
  }

  const removeReplaced = async (token: number) => {
    if (replacedAt === null || clock.now() - replacedAt < REMOVE_AFTER_MS) return
    if (build.isRunning()) return
    await removeUnusedIndices(client, token)
    replacedAt = null
  }

  const prune = async ({ position }: IndexInUse) => {
    if (position === null || build.isRunning() || clock.now() - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = clock.now()
    await source
      .pruneChanges(clock.now() - CHANGE_RETENTION_MS, position.seq)
      .catch((error: unknown) => log.warn('search.changes-not-pruned', { error }))
  }

  const publishBuilt = async () => {
    const built = build.takeResult()
    if (built === null) return
    requireToken()
    await publishIndex(client, built)
    replacedAt = clock.now()
  }

  const lead = async (token: number): Promise<PollResult> => {
    if (token !== ledWith) await takeOver(token)
    isLeader = true
    await publishBuilt()
    state = await inspectIndex(client, origin)
    await report(state)
    if (!build.isRunning() && (await needsBuild(state))) await startBuild(token)
    if (state.status !== 'ready') return 'blocked'
    const result = await follow(state)
    if (result !== 'done') return result
    options.checked({ at: clock.now(), oldestPendingAt: null })
    await countAgain(state)
    await removeReplaced(token)
    await prune(state)
    return 'done'
  }

  return {
    async poll(): Promise<PollResult> {
      const token = lease.token()
      try {
        if (token !== null) return await lead(token)
      } catch (error) {
        if (error instanceof ChangesLost) return discardIndex()
        if (!(error instanceof NotLeader)) throw error
      }
      isLeader = false
      state = await inspectIndex(client, origin)
      return (await report(state)) ? 'done' : 'blocked'
    },
    /** Builds a new index while the current one is in use. */
    rebuild() {
      isRebuildWanted = true
    },
    state: () => ({ index: state, isLeader, isBuilding: build.isRunning() }),
    whenEnded: () => build.whenEnded(),
  }

  /** The records are not those of the index: queries stop using it, and it is built again. */
  async function discardIndex(): Promise<PollResult> {
    log.warn('search.index-of-other-records')
    build.discard()
    if (state?.status === 'ready') await saveProgress(state.name, { ...progressOf(state), complete: false })
    return 'more'
  }
}

const progressOf = ({ complete, companies, position, builtAt }: IndexProgress): IndexProgress => ({
  complete,
  companies,
  position,
  builtAt,
})

/** Time of the oldest change that is not in the index; null when there is none. */
async function readOldestPending(source: CompanySource, state: IndexState): Promise<number | null> {
  const last = await source.lastChange()
  if (state.status !== 'ready') return last?.at ?? null
  const { position } = state
  if (isSameChange(last, position)) return null
  if (last === null || position === null) return last?.at ?? null
  const [next] = (await source.changesAfter(position, last.seq, 1)) ?? []
  return next?.at ?? last.at
}
