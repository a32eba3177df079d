import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type MergePlan, type MergeState, planMerge } from './merge-policy.ts'

const mergeState = (deviation: Partial<MergeState>): MergeState => ({
  base: 1_000_000,
  segments: [],
  pending: 0,
  arriving: 0,
  isBaseBuilding: false,
  newerThanBase: 100,
  merging: null,
  quietMs: 0,
  ...deviation,
})

const nothing: MergePlan = { flushWith: null, startBase: false, backgroundMerge: null }
const newBase: MergePlan = { ...nothing, startBase: true }
const flushing = (flushWith: number): MergePlan => ({ ...nothing, flushWith })
const mergingInBackground = (from: number, to: number, flushWith: number | null = null): MergePlan => ({
  ...nothing,
  flushWith,
  backgroundMerge: { from, to },
})

describe('planMerge', () => {
  test.each<[what: string, Partial<MergeState>, MergePlan]>([
    ['without a base, one is built', { base: null, pending: 7 }, newBase],
    ['while it is built, nothing else', { base: null, pending: 7, isBaseBuilding: true }, nothing],
    ['an empty base takes the first company', { base: 0, pending: 1 }, newBase],
    ['nothing new, nothing to do', { segments: [100, 4000] }, nothing],
    ['a change becomes a segment', { pending: 1 }, flushing(0)],
    ['a second one joins it', { pending: 1, segments: [1] }, flushing(1)],
    ['a small segment that is full joins the next', { pending: 1, segments: [250, 3000] }, flushing(2)],
    ['larger ones are left alone', { pending: 1, segments: [200, 3000, 60_000] }, flushing(1)],
    ['many changes at once take all that is not larger', { pending: 2500, segments: [200, 900, 60_000] }, flushing(2)],
    ['as much as is built quickly', { pending: 4500, segments: [200, 9000, 90_000] }, flushing(2)],
    ['nothing is flushWith while many changes wait', { pending: 60_000, segments: [10] }, flushing(0)],
    ['large segments become one aside', { segments: [9, 5000, 60_000, 90_000] }, mergingInBackground(1, 4)],
    ['as much as fits into memory', { base: 1e7, segments: [5000, 60_000, 480_000] }, mergingInBackground(0, 2)],
    ['changes go on beside that', { pending: 250, segments: [9, 5000, 60_000] }, mergingInBackground(1, 3, 1)],
    ['and take none of them', { pending: 5000, segments: [9, 5000, 6000], merging: { from: 1, to: 3 } }, flushing(1)],
    ['a fifth of the base is worth a new one', { pending: 1, segments: [1, 200_000] }, { ...newBase, flushWith: 1 }],
    [
      'small changes go on beside that',
      { pending: 9, segments: [7, 200_000], isBaseBuilding: true, newerThanBase: 1 },
      flushing(1),
    ],
    [
      'and take nothing older',
      { pending: 9, segments: [7, 8, 200_000], isBaseBuilding: true, newerThanBase: 1 },
      flushing(1),
    ],
    [
      'what came since is flushWith',
      { segments: [5000, 5000, 200_000], isBaseBuilding: true, newerThanBase: 2 },
      mergingInBackground(0, 2),
    ],
    ['large ones are left to it', { pending: 200_001, segments: [9], isBaseBuilding: true }, nothing],
    ['a flood waits', { pending: 300_000, arriving: 20_000 }, nothing],
    ['until it doubles the base', { pending: 1_000_001, arriving: 20_000 }, newBase],
    ['or ends', { pending: 300_000 }, newBase],
    ['after long quiet, segments are made one', { segments: [3], quietMs: 1_000_000 }, newBase],
    ['but not a base alone', { quietMs: 10_000_000 }, nothing],
  ])('%s', (_what, deviation, plan) => {
    expect(planMerge(mergeState(deviation))).toEqual(plan)
  })
})

type Segment = { size: number; from: number; upTo: number }
type Job = { segments: readonly Segment[]; size: number; left: number; upTo: number }

const sizeOf = (segments: readonly Segment[]) => segments.reduce((sum, { size }) => sum + size, 0)

/** Simulates a follower: one poll per second, and `perSecond` companies per second for each background build. */
function follow(perSecond: number) {
  let base: number | null = null
  let segments: Segment[] = []
  let building: Job | null = null
  let merging: Job | null = null
  let stored = 0
  let pending = 0
  let quietMs = 0
  const work = { bases: 0, backgroundMerge: 0, segments: 0, atOnce: 0, mostSegments: 0, longestWait: 0 }
  let waited = 0

  const placeOf = (run: readonly Segment[]) => segments.findIndex((segment) => run.includes(segment))
  const goOn = (job: Job | null): Job | null => {
    if (job !== null) job.left -= perSecond
    return job !== null && job.left <= 0 ? job : null
  }
  const endBase = (done: Job) => {
    building = null
    base = done.size
    segments = segments.filter(({ upTo }) => upTo > done.upTo)
    pending = Math.min(pending, stored - done.upTo)
  }
  const endMerge = ({ segments: run, size }: Job) => {
    merging = null
    const at = placeOf(run)
    if (at < 0) return
    const flushWith = { size, from: run.at(-1)?.from ?? 0, upTo: run[0]?.upTo ?? 0 }
    segments = [...segments.slice(0, at), flushWith, ...segments.slice(at + run.length)]
  }
  const look = (arriving: number) => {
    stored += arriving
    pending += arriving
    quietMs = arriving > 0 ? 0 : quietMs + 1000
    const baseStartedAt = building?.upTo
    const at = merging === null ? -1 : placeOf(merging.segments)
    const plan = planMerge({
      base,
      segments: segments.map(({ size }) => size),
      pending,
      arriving,
      isBaseBuilding: building !== null,
      newerThanBase: segments.filter(({ from }) => from >= (baseStartedAt ?? 0)).length,
      merging: merging === null ? null : { from: Math.max(0, at), to: Math.max(0, at) + merging.segments.length },
      quietMs,
    })
    if (plan.startBase) {
      building = { segments: [], size: stored, left: stored, upTo: stored }
      work.bases += stored
    }
    if (plan.backgroundMerge !== null) {
      const run = segments.slice(plan.backgroundMerge.from, plan.backgroundMerge.to)
      merging = { segments: run, size: sizeOf(run), left: sizeOf(run), upTo: stored }
      work.backgroundMerge += sizeOf(run)
    }
    if (plan.flushWith !== null) {
      const joined = segments.slice(0, plan.flushWith)
      const size = sizeOf(joined) + pending
      const from = joined.at(-1)?.from ?? stored - pending
      segments = [{ size, from, upTo: stored }, ...segments.slice(plan.flushWith)]
      work.segments += size
      work.atOnce = Math.max(work.atOnce, size - pending)
      pending = 0
    }
    work.mostSegments = Math.max(work.mostSegments, segments.length)
    waited = pending === 0 ? 0 : waited + 1
    work.longestWait = Math.max(work.longestWait, waited)
    const [builtBase, mergedRun] = [goOn(building), goOn(merging)]
    if (mergedRun !== null) endMerge(mergedRun)
    if (builtBase !== null) endBase(builtBase)
  }
  const wait = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) look(0)
  }
  const state = () => ({
    base,
    segments: segments.length,
    pending,
    stored,
    isBusy: building !== null || merging !== null,
  })
  return { work, look, wait, state }
}

/** New companies per second: mostly few, sometimes a bulk import. */
const arrivals = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 50 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30_000 }) },
  ),
  { minLength: 1, maxLength: 300 },
)
const speeds = fc.integer({ min: 5000, max: 100_000 })

describe('following changes by the plan', () => {
  it('ends with one base that contains everything once changes stop', () => {
    fc.assert(
      fc.property(arrivals, speeds, (changes, perSecond) => {
        const followed = follow(perSecond)
        changes.forEach(followed.look)
        followed.wait(10_000)
        const { stored, ...rest } = followed.state()
        expect(rest).toEqual({ base: stored, segments: 0, pending: 0, isBusy: false })
      }),
      { seed: 1, numRuns: 30 },
    )
  })

  it('builds each change a bounded number of times, and keeps segments few', () => {
    fc.assert(
      fc.property(arrivals, speeds, (changes, perSecond) => {
        const { work, look, state } = follow(perSecond)
        changes.forEach(look)
        const { stored } = state()
        expect(work.bases).toBeLessThanOrEqual(8 * stored)
        expect(work.backgroundMerge).toBeLessThanOrEqual(4 * stored)
        // A poll rebuilds the smallest segment, however few changes there are.
        expect(work.segments).toBeLessThanOrEqual(20 * stored + 250 * changes.length)
        expect(work.atOnce).toBeLessThanOrEqual(16_000)
        expect(work.mostSegments).toBeLessThanOrEqual(8)
      }),
      { seed: 2, numRuns: 200 },
    )
  })

  it('builds a million companies into an empty store less than four times', () => {
    for (const perSecond of [10_000, 20_000, 40_000, 80_000]) {
      const { work, look, wait, state } = follow(perSecond)
      for (let second = 0; second < 50; second += 1) look(20_000)
      wait(400)
      expect(state()).toMatchObject({ base: 1_000_000, pending: 0, segments: 0 })
      expect(work.bases).toBeLessThan(4_000_000)
      expect(work.segments).toBeLessThan(250_000)
    }
  })

  it('lets no small change wait while a base is built or segments are merged', () => {
    const { work, look, wait } = follow(50_000)
    look(500_000)
    wait(60)
    work.longestWait = 0
    for (let second = 0; second < 4000; second += 1) look(second % 3 === 0 ? 200 : 0)
    expect(work.longestWait).toBe(0)
    expect(work.bases).toBeGreaterThan(500_000)
    expect(work.backgroundMerge).toBeGreaterThan(0)
  })

  it('keeps segments few during a long base build', () => {
    const { work, look, wait } = follow(20_000)
    look(4_000_000)
    wait(300)
    for (let second = 0; second < 1200; second += 1) look(1500)
    expect(work.bases).toBeGreaterThan(4_000_000)
    expect(work.mostSegments).toBeLessThanOrEqual(12)
  })
})
