import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../platform/log/logger.ts'
import { createAside } from './aside.ts'
import { startLoop, type TurnEnd } from './asked-loop.ts'
import { type CompanyChange, type CompanySource, isSameChange } from './company-source.ts'
import { FileDamaged } from './damaged-file.ts'
import { openIndexDirectory, versionOf } from './index-directory.ts'
import type { LayerEntry, Manifest, OpenableIndex } from './index-manifest.ts'
import { type LayerRun, planLayers } from './layer-plan.ts'
import { createLayerStack } from './layer-stack.ts'
import type { Pronunciation } from './readings.ts'

/** What whoever answers questions is told by whoever follows the records. */
export type FollowerEvents = {
  /** Resolves once nothing is answered from the index before; then its files go. null: there is nothing to answer from. */
  use(index: OpenableIndex | null): Promise<void>
  looked(look: FollowerLook): void
}
/** The records were looked at, at this instant; `oldestPendingAt`: the oldest change that cannot be found yet. */
export type FollowerLook = { at: number; oldestPendingAt: number | null }

export type IndexFollower = {
  /** Resolves when everything the records hold now can be found; rejects when that failed. */
  refresh(): Promise<void>
  /** A file was found damaged, or null where nobody knows which: makes anew what it held. */
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

const CHECK_EVERY = 1000
/** Changes that are put into layers at once, so that no change waits long for others. */
const STEP = 50_000
/** An index that was not in use for longer than this is made anew. */
const KEEP_CHANGES_MS = 7 * 86_400_000
const FORGET_EVERY_MS = 3_600_000

type Look = { last: CompanyChange | null; pending: number; oldestPendingAt: number | null }

/**
 * Keeps an index in step with the records: looks at their changes, makes layers of what changed, and a new base when
 * there is none or the layers have become many. One loop alone changes the layers; what takes long is built aside.
 */
export function startIndexFollower(options: IndexFollowerOptions, events: FollowerEvents): IndexFollower {
  const { source, clock, log, checkEvery = CHECK_EVERY } = options
  const files = openIndexDirectory(options.directory)
  const closing = new AbortController()
  const stack = createLayerStack({ ...options, files, signal: closing.signal })
  const aside = createAside({ onEnd: () => loop.ring(), onUnused: stack.forget })
  let isLoaded = false
  let used: string | null = null
  let usedSeq = 0
  let written: string | null = null
  let lastSeen: number | null = null
  let quietSince = clock.now()
  let forgotAt = Number.NEGATIVE_INFINITY
  /** What is built aside goes on when the layer of small changes that is being made is done. */
  let whenFree: () => Promise<void> = () => Promise.resolve()

  const readManifest = (): Manifest | null => {
    try {
      return files.readManifest()
    } catch (error) {
      log.warn('search.index-unusable', { error })
      return null
    }
  }

  /** Before anything else: what is there already, and later what is still there of it. */
  const keepWhole = () => {
    files.make()
    if (!isLoaded) {
      isLoaded = true
      const manifest = readManifest()
      if (manifest !== null && !stack.load(manifest)) log.warn('search.index-unusable')
      written = versionOf(stack.layers)
    }
    const unusable = files.countUnusable(stack.layers)
    if (unusable === 0) return
    log.warn('search.index-incomplete', { count: unusable })
    stack.drop(unusable)
  }

  /** Puts the layers as they are into use, unless they are, or lack what could be found before. */
  const publish = async () => {
    const version = versionOf(stack.layers)
    const seq = stack.point?.seq ?? 0
    if (seq < usedSeq) return
    usedSeq = seq
    const isWritten = version === written && files.hasManifest()
    if (version === used && isWritten) return
    const manifest = stack.toManifest()
    const whenUsed = version === used ? undefined : events.use(files.openable(manifest))
    used = version
    if (!isWritten) files.writeManifest(manifest)
    written = version
    await whenUsed
    files.keepOnly(stack.names())
  }

  const place = async (built: LayerEntry, replaced: readonly LayerEntry[]) => {
    try {
      await stack.put(built, replaced)
    } finally {
      stack.forget(built)
    }
    await publish()
  }

  const placeAside = async () => {
    const done = aside.take()
    if (done === null) return
    const { work, built } = done
    const isCovered = (layer: LayerEntry) => layer.ids === null || (layer.to?.seq ?? 0) <= (built.to?.seq ?? 0)
    const replaced = work.kind === 'base' ? stack.layers.filter(isCovered) : work.replaced
    if (stack.has(replaced)) await place(built, replaced)
    else stack.forget(built)
  }

  const look = async (): Promise<Look> => {
    const last = await source.lastChange()
    const { point } = stack
    if (stack.layers.length === 0) return { last, pending: 0, oldestPendingAt: last?.at ?? null }
    if (isSameChange(last, point)) return { last, pending: 0, oldestPendingAt: null }
    // Nothing had ever been changed, and there was no company: everything is new.
    if (last !== null && point === null && stack.layers[0]?.companies === 0) {
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
    stack.drop(stack.layers.length)
    aside.abandon()
    used = null
    usedSeq = 0
    await events.use(null)
  }

  const startBase = (to: CompanyChange | null) => {
    const startedAt = clock.now()
    log.info('search.index-building')
    const build = async () => {
      const built = await stack.build({ ids: null, from: null, to }, () => whenFree())
      log.info('search.index-ready', { count: built.companies, milliseconds: clock.now() - startedAt })
      return built
    }
    aside.start({ kind: 'base', to, build })
  }

  const startMerge = ({ from, to }: LayerRun) => {
    const replaced = stack.layers.slice(from, to)
    const order = { ids: stack.idsOf(replaced), from: replaced.at(-1)?.from ?? null, to: replaced[0]?.to ?? null }
    aside.start({ kind: 'merged', replaced, build: () => stack.build(order, () => whenFree()) })
  }

  /** @returns whether the changes up to this number are now in layers */
  const addLayer = async (upTo: number, merged: number): Promise<boolean> => {
    const { point } = stack
    const changes = point === null ? null : await source.changesAfter(point, upTo, STEP)
    const to = changes?.at(-1)
    if (changes === null || to === undefined) return false
    const joined = stack.layers.slice(0, merged)
    const ids = new Set([...changes.map(({ companyId }) => companyId), ...stack.idsOf(joined)])
    const built = await stack.build({ ids: [...ids], from: joined.at(-1)?.from ?? point, to })
    await place(built, joined)
    return to.seq === upTo
  }

  const forgetChanges = async () => {
    if (stack.point === null || clock.now() - forgotAt < FORGET_EVERY_MS) return
    forgotAt = clock.now()
    await source
      .forgetChanges(clock.now() - KEEP_CHANGES_MS, stack.point.seq)
      .catch((error: unknown) => log.warn('search.changes-kept', { error }))
  }

  /** The newest layers that what is built aside leaves as they are. */
  const countFree = () => {
    const { work } = aside
    if (work === null) return stack.layers.length
    if (work.kind === 'merged') return stack.placeOf(work.replaced)
    return stack.layers.filter(({ from }) => (from?.seq ?? 0) >= (work.to?.seq ?? 1)).length
  }

  const planFor = ({ last, pending }: Look, isAsked: boolean) => {
    const seen = last?.seq ?? 0
    const arriving = lastSeen === null ? 0 : Math.max(0, seen - lastSeen)
    lastSeen = seen
    if (arriving > 0) quietSince = clock.now()
    return planLayers({
      base: stack.layers.at(-1)?.companies ?? null,
      layers: stack.layers.slice(0, -1).map(({ ids }) => ids?.count ?? 0),
      pending,
      // Who asks for everything does not want to wait for the end of a flood.
      arriving: isAsked ? 0 : arriving,
      aside: aside.work?.kind ?? null,
      free: countFree(),
      quietFor: clock.now() - quietSince,
    })
  }

  const follow = async (isAsked: boolean): Promise<TurnEnd> => {
    keepWhole()
    await placeAside()
    const seen = await look()
    events.looked({ at: clock.now(), oldestPendingAt: seen.oldestPendingAt })
    if (stack.layers.length > 0) await publish()
    const plan = planFor(seen, isAsked)
    if (plan.aside === 'base') startBase(seen.last)
    else if (plan.aside !== null) startMerge(plan.aside)
    if (stack.layers.length === 0) return 'waits'
    if (plan.merged === null) return seen.pending === 0 ? settle() : 'waits'
    const adding = addLayer(seen.last?.seq ?? 0, plan.merged)
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
      if (!(error instanceof FileDamaged)) throw error
      log.error('search.index-damaged', { error })
      files.remove(error.file)
      return 'more'
    }
  }

  const loop = startLoop({
    turn,
    every: checkEvery,
    onFailure: (error) => log.error('search.index-failed', { error }),
  })

  return {
    refresh: loop.ask,
    repair(file) {
      for (const damaged of file === null ? stack.layers.map(({ name }) => files.layerFile(name)) : [file]) {
        files.remove(damaged)
      }
      used = null
      loop.ring()
    },
    async close() {
      closing.abort(new Error('search is closing'))
      await loop.close()
      await aside.whenEnded()
      stack.close()
    },
  }
}
