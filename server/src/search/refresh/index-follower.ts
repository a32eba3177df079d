import type { Clock } from '../../domain/clock.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { type CompanyChange, type CompanySource, isSameChange } from '../company-source.ts'
import { FileCorrupted } from '../segment/index-corruption.ts'
import { createBackgroundJob } from './background-job.ts'
import type { OpenableIndex, SegmentEntry } from './index-manifest.ts'
import { openIndexWriter } from './index-writer.ts'
import { planSegments, type SegmentPlan, type SegmentRun } from './merge-policy.ts'
import { startPollingLoop, type TurnEnd } from './polling-loop.ts'

/** What whoever answers questions is told by whoever follows the records. */
export type FollowerEvents = {
  /** Resolves once nothing is answered from the index before; then its files go. null: there is nothing to answer from. */
  use: (index: OpenableIndex | null) => Promise<void>
  looked: (look: FollowerLook) => void
}
/** The records were looked at, at this instant; `oldestPendingAt`: the oldest change that cannot be found yet. */
export type FollowerLook = { at: number; oldestPendingAt: number | null }

export type IndexFollower = {
  /** Resolves when everything the records hold now can be found; rejects when that failed. */
  refresh(): Promise<void>
  /** A file was found damaged: makes anew what it held. null: the index could not be opened, and is to be tried again. */
  repair(file: string | null): void
  close(): Promise<void>
}
export type StartFollower = (events: FollowerEvents) => IndexFollower

export type IndexFollowerOptions = {
  /** For the index alone; files of an index in it that are not in use are removed. */
  directory: string
  source: CompanySource
  pronunciation: Pronunciation
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** How often the records are looked at, in milliseconds. Infinity: only when `refresh` is called. */
  checkEvery?: number
}

const nothing = () => {}
const atOnce = () => Promise.resolve()

const CHECK_EVERY = 1000
/** Changes that are put into segments at once, so that no change waits long for others. */
const STEP = 50_000
/** An index that was not in use for longer than this is made anew. */
const KEEP_CHANGES_MS = 7 * 86_400_000
const FORGET_EVERY_MS = 3_600_000

type Look = { last: CompanyChange | null; pending: number; oldestPendingAt: number | null }

/**
 * Keeps an index in step with the records: looks at their changes, makes segments of what changed, and a new base when
 * there is none or the segments have become many. One loop alone changes the segments; what takes long is built aside.
 */
export function startIndexFollower(options: IndexFollowerOptions, events: FollowerEvents): IndexFollower {
  const { source, clock, log, checkEvery = CHECK_EVERY } = options
  const closing = new AbortController()
  const indexWriter = openIndexWriter({ ...options, signal: closing.signal, use: events.use })
  const { stack } = indexWriter
  const onEnd = () => loop.ring()
  const onUnused = (built: SegmentEntry) => stack.forget(built)
  /** A base of all that was stored up to a change. */
  const bases = createBackgroundJob<{ to: CompanyChange | null }>({ onEnd, onUnused })
  /** One segment instead of some. */
  const merges = createBackgroundJob<{ replaced: readonly SegmentEntry[] }>({ onEnd, onUnused })
  /** What is built aside goes on when the segment of small changes that is being made is done. */
  let whenFree: () => Promise<void> = atOnce
  let mayChange = false
  let lastSeen: number | null = null
  let quietSince = clock.now()
  let forgotAt = Number.NEGATIVE_INFINITY

  const placeAside = async () => {
    const merged = merges.take()
    if (merged !== null) await indexWriter.place(merged.built, merged.purpose.replaced)
    const base = bases.take()
    if (base === null) return
    const isCovered = ({ ids, to }: SegmentEntry) => ids === null || (to?.seq ?? 0) <= (base.purpose.to?.seq ?? 0)
    await indexWriter.place(base.built, stack.segments.filter(isCovered))
  }

  const look = async (): Promise<Look> => {
    const last = await source.lastChange()
    const { point, segments } = stack
    if (segments.length === 0) return { last, pending: 0, oldestPendingAt: last?.at ?? null }
    if (isSameChange(last, point)) return { last, pending: 0, oldestPendingAt: null }
    // Nothing had ever been changed, and there was no company: everything is new.
    if (last !== null && point === null && segments[0]?.companies === 0) {
      return { last, pending: last.seq, oldestPendingAt: last.at }
    }
    if (last !== null && point !== null && last.seq > point.seq) {
      const [next] = (await source.changesAfter(point, last.seq, 1)) ?? []
      if (next !== undefined) return { last, pending: last.seq - point.seq, oldestPendingAt: next.at }
    }
    await discard()
    return { last, pending: 0, oldestPendingAt: last?.at ?? null }
  }

  /** The index is not one of these records, or they have forgotten since when it is behind them. */
  const discard = async () => {
    log.warn('search.index-of-other-records')
    bases.abandon()
    merges.abandon()
    await indexWriter.discard()
  }

  const startBase = (to: CompanyChange | null) => {
    const startedAt = clock.now()
    log.info('search.index-building')
    bases.start({ to }, async () => {
      const built = await stack.build({ ids: null, from: null, to }, () => whenFree())
      log.info('search.index-ready', { count: built.companies, milliseconds: clock.now() - startedAt })
      return built
    })
  }

  const startMerge = ({ from, to }: SegmentRun) => {
    const replaced = stack.segments.slice(from, to)
    const order = { ids: stack.idsOf(replaced), from: replaced.at(-1)?.from ?? null, to: replaced[0]?.to ?? null }
    merges.start({ replaced }, () => stack.build(order, () => whenFree()))
  }

  /** @returns whether the changes up to this number are now in segments */
  const addSegment = async (upTo: number, merged: number): Promise<boolean> => {
    const { point } = stack
    const changes = point === null ? null : await source.changesAfter(point, upTo, STEP)
    const to = changes?.at(-1)
    if (changes === null || to === undefined) return false
    const joined = stack.segments.slice(0, merged)
    const ids = new Set([...changes.map(({ companyId }) => companyId), ...stack.idsOf(joined)])
    const built = await stack.build({ ids: [...ids], from: joined.at(-1)?.from ?? point, to })
    await indexWriter.place(built, joined)
    return to.seq === upTo
  }

  const forgetChanges = async () => {
    if (stack.point === null || clock.now() - forgotAt < FORGET_EVERY_MS) return
    forgotAt = clock.now()
    await source
      .forgetChanges(clock.now() - KEEP_CHANGES_MS, stack.point.seq)
      .catch((error: unknown) => log.warn('search.changes-kept', { error }))
  }

  const planFor = ({ last, pending }: Look, isAsked: boolean): SegmentPlan => {
    const seen = last?.seq ?? 0
    const arriving = lastSeen === null ? 0 : Math.max(0, seen - lastSeen)
    lastSeen = seen
    if (arriving > 0) quietSince = clock.now()
    const base = stack.segments.at(-1)
    const beside = stack.segments.slice(0, -1)
    const begunAt = bases.purpose?.to?.seq ?? 0
    return planSegments({
      base: base?.companies ?? null,
      segments: beside.map(({ ids }) => ids?.count ?? 0),
      pending,
      // Who asks for everything does not want to wait for the end of a flood.
      arriving: isAsked ? 0 : arriving,
      isBuilding: bases.purpose !== null,
      sinceBase: beside.filter(({ from }) => (from?.seq ?? 0) >= begunAt).length,
      merging: merges.purpose === null ? null : stack.runOf(merges.purpose.replaced),
      quietFor: clock.now() - quietSince,
    })
  }

  const follow = async (isAsked: boolean): Promise<TurnEnd> => {
    mayChange = indexWriter.keepWhole()
    await placeAside()
    const seen = await look()
    events.looked({ at: clock.now(), oldestPendingAt: seen.oldestPendingAt })
    await indexWriter.publish()
    if (!mayChange) return stack.segments.length > 0 && seen.pending === 0 ? 'done' : 'waits'
    const plan = planFor(seen, isAsked)
    if (plan.startsBase) startBase(seen.last)
    if (plan.merges !== null) startMerge(plan.merges)
    if (stack.segments.length === 0) return 'waits'
    if (plan.merged === null) return seen.pending === 0 ? settle() : 'waits'
    const adding = addSegment(seen.last?.seq ?? 0, plan.merged)
    whenFree = () => adding.then(nothing, nothing)
    return (await adding) ? settle() : 'more'
  }

  const settle = async (): Promise<TurnEnd> => {
    events.looked({ at: clock.now(), oldestPendingAt: null })
    await forgetChanges()
    return 'done'
  }

  const turn = async (isAsked: boolean): Promise<TurnEnd> => {
    try {
      return await follow(isAsked)
    } catch (error) {
      if (!(error instanceof FileCorrupted)) throw error
      log.error('search.index-damaged', { error })
      indexWriter.lose(error.file)
      return mayChange ? 'more' : 'waits'
    }
  }

  const loop = startPollingLoop({
    turn,
    every: checkEvery,
    onFailure: (error) => log.error('search.index-failed', { error }),
  })

  return {
    refresh: () => loop.ask(),
    repair(file) {
      indexWriter.lose(file)
      // What could not be opened is left alone for a moment.
      if (file !== null) loop.ring()
    },
    async close() {
      closing.abort(new Error('search is closing'))
      await loop.close()
      await Promise.all([bases.whenEnded(), merges.whenEnded()])
      indexWriter.close()
    },
  }
}
