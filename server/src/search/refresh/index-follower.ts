import type { Clock } from '../../domain/clock.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { type CompanyChange, type CompanySource, createChangePruner, isSameChange } from '../company-source.ts'
import { FileCorrupted } from '../segment/checksummed-file.ts'
import type { CollectPart } from '../segment/segment-part.ts'
import type { OpenableIndex, SegmentEntry } from './index-directory.ts'
import { openIndexWriter } from './index-writer.ts'
import { type MergePlan, planMerge, type SegmentRange } from './merge-policy.ts'
import { type PollResult, startPollingLoop } from './polling-loop.ts'

/** A running or finished build. `built` and `failure` are null while it runs. */
type Job<Purpose> = { purpose: Purpose; built: SegmentEntry | null; failure: unknown; isDiscarded: boolean }

type BackgroundJobEvents = { onEnd: () => void; onDiscarded: (built: SegmentEntry) => void }

/** Runs one long build at a time, next to the polling loop. */
function createBackgroundJob<Purpose>({ onEnd, onDiscarded }: BackgroundJobEvents) {
  let job: Job<Purpose> | null = null
  let ended: Promise<unknown> = Promise.resolve()

  return {
    /** What the current build is for; null when there is none. */
    get purpose() {
      return job?.purpose ?? null
    },

    start(purpose: Purpose, build: () => Promise<SegmentEntry>) {
      const started: Job<Purpose> = { purpose, built: null, failure: null, isDiscarded: false }
      job = started
      const succeed = (built: SegmentEntry) => {
        if (started.isDiscarded) onDiscarded(built)
        else started.built = built
      }
      const fail = (failure: unknown) => {
        started.failure = failure
      }
      ended = Promise.all([ended, build().then(succeed, fail).finally(onEnd)])
    },

    /** The finished build, once; null while there is none. @throws the error of a failed build */
    takeResult(): { purpose: Purpose; built: SegmentEntry } | null {
      if (job === null || (job.built === null && job.failure === null)) return null
      const { purpose, built, failure } = job
      job = null
      if (built === null) throw failure
      return { purpose, built }
    },

    /** Discards the running or finished build. `onDiscarded` receives its segment. */
    discard() {
      if (job === null) return
      job.isDiscarded = true
      if (job.built !== null) onDiscarded(job.built)
      job = null
    },

    /** Resolves when no build is running. */
    async whenEnded() {
      await ended
    },
  }
}

/** What a follower reports to the search that uses its index. */
export type FollowerEvents = {
  /** Resolves once no query runs on the previous index; then its files are removed. null: there is no usable index. */
  use: (index: OpenableIndex | null) => Promise<void>
  checked: (check: FollowerCheck) => void
}
/**
 * The records were checked at `at` (milliseconds). `oldestPendingAt`: time of the oldest change that is not searchable;
 * null when there is none.
 */
export type FollowerCheck = { at: number; oldestPendingAt: number | null }

export type IndexFollower = {
  /** Resolves when every change stored before the call is searchable; rejects when indexing fails. */
  refresh(): Promise<void>
  /**
   * Rebuilds what a corrupted file contained. null: the index could not be opened for another reason, and is opened
   * again.
   */
  repair(file: string | null): void
  close(): Promise<void>
}
export type StartFollower = (events: FollowerEvents) => IndexFollower

export type IndexFollowerOptions = {
  /** Used by the index alone: unused index files in it are removed. */
  directory: string
  source: CompanySource
  pronunciation: Pronunciation
  collectPart?: CollectPart
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Interval between two checks of the records; Infinity: only on `refresh`. */
  pollEveryMs?: number
}

const nothing = () => {}
const noWait = () => Promise.resolve()

const POLL_EVERY_MS = 1000
/** Changes per small segment, so that no change waits long for the others. */
const MAX_CHANGES_PER_SEGMENT = 50_000

type RecordsState = { last: CompanyChange | null; pending: number; oldestPendingAt: number | null }

/**
 * Keeps an index in step with the records. Polls the change table, writes changes into small segments, and builds a new
 * base when there is none or the small segments have grown. The polling loop alone changes the set of segments; long
 * builds run in background jobs.
 */
export function startIndexFollower(options: IndexFollowerOptions, events: FollowerEvents): IndexFollower {
  const { source, clock, log, pollEveryMs = POLL_EVERY_MS } = options
  const closing = new AbortController()
  const indexWriter = openIndexWriter({ ...options, signal: closing.signal, use: events.use })
  const { segmentSet } = indexWriter
  const pruneChanges = createChangePruner(options)
  const onEnd = () => loop.wake()
  const onDiscarded = (built: SegmentEntry) => segmentSet.release(built)
  /** Builds a base of everything stored up to a change. */
  const baseJob = createBackgroundJob<{ to: CompanyChange | null }>({ onEnd, onDiscarded })
  /** Merges several segments into one. */
  const mergeJob = createBackgroundJob<{ replaced: readonly SegmentEntry[] }>({ onEnd, onDiscarded })
  /** Background builds pause while a small segment is being written. */
  let smallSegmentBuilt: () => Promise<void> = noWait
  let isWriter = false
  let lastSeenSeq: number | null = null
  let lastChangeAt = clock.now()

  const commitFinishedBuilds = async () => {
    const merged = mergeJob.takeResult()
    if (merged !== null) await indexWriter.commit(merged.built, merged.purpose.replaced)
    const base = baseJob.takeResult()
    if (base === null) return
    const isCovered = ({ ids, to }: SegmentEntry) => ids === null || (to?.seq ?? 0) <= (base.purpose.to?.seq ?? 0)
    await indexWriter.commit(base.built, segmentSet.segments.filter(isCovered))
  }

  const readState = async (): Promise<RecordsState> => {
    const last = await source.lastChange()
    const { appliedUpTo, segments } = segmentSet
    if (segments.length === 0) return { last, pending: 0, oldestPendingAt: last?.at ?? null }
    if (isSameChange(last, appliedUpTo)) return { last, pending: 0, oldestPendingAt: null }
    // An index built before the first change was stored, over no companies: every change is pending.
    if (last !== null && appliedUpTo === null && segments[0]?.companies === 0) {
      return { last, pending: last.seq, oldestPendingAt: last.at }
    }
    if (last !== null && appliedUpTo !== null && last.seq > appliedUpTo.seq) {
      const [next] = (await source.changesAfter(appliedUpTo, last.seq, 1)) ?? []
      if (next !== undefined) return { last, pending: last.seq - appliedUpTo.seq, oldestPendingAt: next.at }
    }
    await clearIndex()
    return { last, pending: 0, oldestPendingAt: last?.at ?? null }
  }

  /** The index belongs to another store, or the change table no longer reaches back to it. */
  const clearIndex = async () => {
    log.warn('search.index-of-other-records')
    baseJob.discard()
    mergeJob.discard()
    await indexWriter.clear()
  }

  const startBase = (to: CompanyChange | null) => {
    const startedAt = clock.now()
    log.info('search.index-building')
    baseJob.start({ to }, async () => {
      const built = await segmentSet.build({ ids: null, from: null, to }, () => smallSegmentBuilt())
      log.info('search.index-ready', { count: built.companies, milliseconds: clock.now() - startedAt })
      return built
    })
  }

  const startMerge = ({ from, to }: SegmentRange) => {
    const replaced = segmentSet.segments.slice(from, to)
    const spec = { ids: segmentSet.idsOf(replaced), from: replaced.at(-1)?.from ?? null, to: replaced[0]?.to ?? null }
    mergeJob.start({ replaced }, () => segmentSet.build(spec, () => smallSegmentBuilt()))
  }

  /** @returns whether every change up to `upTo` is in a segment now */
  const flushChanges = async (upTo: number, mergeNewest: number): Promise<boolean> => {
    const { appliedUpTo } = segmentSet
    const changes = appliedUpTo === null ? null : await source.changesAfter(appliedUpTo, upTo, MAX_CHANGES_PER_SEGMENT)
    const to = changes?.at(-1)
    if (changes === null || to === undefined) return false
    const joined = segmentSet.segments.slice(0, mergeNewest)
    const ids = new Set([...changes.map(({ companyId }) => companyId), ...segmentSet.idsOf(joined)])
    const built = await segmentSet.build({ ids: [...ids], from: joined.at(-1)?.from ?? appliedUpTo, to })
    await indexWriter.commit(built, joined)
    return to.seq === upTo
  }

  const planFor = ({ last, pending }: RecordsState, isRequested: boolean): MergePlan => {
    const newestSeq = last?.seq ?? 0
    const arriving = lastSeenSeq === null ? 0 : Math.max(0, newestSeq - lastSeenSeq)
    lastSeenSeq = newestSeq
    if (arriving > 0) lastChangeAt = clock.now()
    const base = segmentSet.segments.at(-1)
    const small = segmentSet.segments.slice(0, -1)
    const baseStartedAt = baseJob.purpose?.to?.seq ?? 0
    return planMerge({
      base: base?.companies ?? null,
      segments: small.map(({ ids }) => ids?.count ?? 0),
      pending,
      // A caller of `refresh` does not wait for the end of a bulk import.
      arriving: isRequested ? 0 : arriving,
      isBaseBuilding: baseJob.purpose !== null,
      newerThanBase: small.filter(({ from }) => (from?.seq ?? 0) >= baseStartedAt).length,
      merging: mergeJob.purpose === null ? null : segmentSet.rangeOf(mergeJob.purpose.replaced),
      quietMs: clock.now() - lastChangeAt,
    })
  }

  const runCycle = async (isRequested: boolean): Promise<PollResult> => {
    isWriter = indexWriter.acquire()
    await commitFinishedBuilds()
    const state = await readState()
    events.checked({ at: clock.now(), oldestPendingAt: state.oldestPendingAt })
    await indexWriter.publish()
    if (!isWriter) return segmentSet.segments.length > 0 && state.pending === 0 ? 'done' : 'blocked'
    const plan = planFor(state, isRequested)
    if (plan.startBase) startBase(state.last)
    if (plan.backgroundMerge !== null) startMerge(plan.backgroundMerge)
    if (segmentSet.segments.length === 0) return 'blocked'
    if (plan.flushWith === null) return state.pending === 0 ? finish() : 'blocked'
    const flushing = flushChanges(state.last?.seq ?? 0, plan.flushWith)
    smallSegmentBuilt = () => flushing.then(nothing, nothing)
    return (await flushing) ? finish() : 'more'
  }

  const finish = async (): Promise<PollResult> => {
    events.checked({ at: clock.now(), oldestPendingAt: null })
    await pruneChanges(segmentSet.appliedUpTo)
    return 'done'
  }

  const poll = async (isRequested: boolean): Promise<PollResult> => {
    try {
      return await runCycle(isRequested)
    } catch (error) {
      if (!(error instanceof FileCorrupted)) throw error
      log.error('search.index-corrupted', { error })
      indexWriter.invalidate(error.file)
      return isWriter ? 'more' : 'blocked'
    }
  }

  const loop = startPollingLoop({
    poll,
    everyMs: pollEveryMs,
    onFailure: (error) => log.error('search.index-failed', { error }),
  })

  return {
    refresh: () => loop.runNow(),
    repair(file) {
      indexWriter.invalidate(file)
      // A file that could not be opened is tried again at the next poll, not at once.
      if (file !== null) loop.wake()
    },
    async close() {
      closing.abort(new Error('search is closing'))
      await loop.close()
      await Promise.all([baseJob.whenEnded(), mergeJob.whenEnded()])
      indexWriter.close()
    },
  }
}
