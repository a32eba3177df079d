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
    ['builds a base when there is none', { base: null, pending: 7 }, newBase],
    ['does nothing else during the first base build', { base: null, pending: 7, isBaseBuilding: true }, nothing],
    ['replaces an empty base on the first company', { base: 0, pending: 1 }, newBase],
    ['does nothing without changes', { segments: [100, 4000] }, nothing],
    ['writes a change into a segment', { pending: 1 }, flushing(0)],
    ['merges a second change with it', { pending: 1, segments: [1] }, flushing(1)],
    ['merges a segment that outgrew its size class with the next', { pending: 1, segments: [250, 3000] }, flushing(2)],
    ['leaves segments of larger size classes alone', { pending: 1, segments: [200, 3000, 60_000] }, flushing(1)],
    [
      'merges many changes with all segments of no larger class',
      { pending: 2500, segments: [200, 900, 60_000] },
      flushing(2),
    ],
    ['merges at once only as much as is quick to build', { pending: 4500, segments: [200, 9000, 90_000] }, flushing(2)],
    ['merges nothing while many changes are pending', { pending: 60_000, segments: [10] }, flushing(0)],
    ['merges large segments in the background', { segments: [9, 5000, 60_000, 90_000] }, mergingInBackground(1, 4)],
    [
      'merges only as many companies as fit into memory',
      { base: 1e7, segments: [5000, 60_000, 480_000] },
      mergingInBackground(0, 2),
    ],
    [
      'writes changes during a background merge',
      { pending: 250, segments: [9, 5000, 60_000] },
      mergingInBackground(1, 3, 1),
    ],
    [
      'keeps changes out of segments that are being merged',
      { pending: 5000, segments: [9, 5000, 6000], merging: { from: 1, to: 3 } },
      flushing(1),
    ],
    [
      'builds a new base when the other segments reach a fifth of it',
      { pending: 1, segments: [1, 200_000] },
      { ...newBase, flushWith: 1 },
    ],
    [
      'writes changes during a base build',
      { pending: 9, segments: [7, 200_000], isBaseBuilding: true, newerThanBase: 1 },
      flushing(1),
    ],
    [
      'merges only segments newer than the base build',
      { pending: 9, segments: [7, 8, 200_000], isBaseBuilding: true, newerThanBase: 1 },
      flushing(1),
    ],
    [
      'merges large segments newer than the base build',
      { segments: [5000, 5000, 200_000], isBaseBuilding: true, newerThanBase: 2 },
      mergingInBackground(0, 2),
    ],
    [
      'leaves many pending changes to the base build',
      { pending: 200_001, segments: [9], isBaseBuilding: true },
      nothing,
    ],
    ['writes nothing during a bulk import', { pending: 300_000, arriving: 20_000 }, nothing],
    ['builds a base when a bulk import doubles it', { pending: 1_000_001, arriving: 20_000 }, newBase],
    ['builds a base when a bulk import ends', { pending: 300_000 }, newBase],
    ['merges everything into a base after a long time without changes', { segments: [3], quietMs: 1_000_000 }, newBase],
    ['does not rebuild a lone base', { quietMs: 10_000_000 }, nothing],
  ])('%s', (_what, deviation, plan) => {
    expect(planMerge(mergeState(deviation))).toEqual(plan)
  })
})

type Segment = { size: number; from: number; upTo: number }
type Job = { segments: readonly Segment[]; size: number; left: number; upTo: number }

const sizeOf = (segments: readonly Segment[]) => segments.reduce((sum, { size }) => sum + size, 0)

/** Simulates a follower: one poll per second, and `perSecond` companies per second for each background build. */
function simulate(perSecond: number) {
  let base: number | null = null
  let segments: Segment[] = []
  let building: Job | null = null
  let merging: Job | null = null
  let stored = 0
  let pending = 0
  let quietMs = 0
  const work = { bases: 0, merges: 0, segments: 0, atOnce: 0, mostSegments: 0, longestWait: 0 }
  let waited = 0

  const placeOf = (range: readonly Segment[]) => segments.findIndex((segment) => range.includes(segment))
  const advance = (job: Job | null): Job | null => {
    if (job !== null) job.left -= perSecond
    return job !== null && job.left <= 0 ? job : null
  }
  const endBase = (done: Job) => {
    building = null
    base = done.size
    segments = segments.filter(({ upTo }) => upTo > done.upTo)
    pending = Math.min(pending, stored - done.upTo)
  }
  const endMerge = ({ segments: range, size }: Job) => {
    merging = null
    const at = placeOf(range)
    if (at < 0) return
    const merged = { size, from: range.at(-1)?.from ?? 0, upTo: range[0]?.upTo ?? 0 }
    segments = [...segments.slice(0, at), merged, ...segments.slice(at + range.length)]
  }
  const poll = (arriving: number) => {
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
      const range = segments.slice(plan.backgroundMerge.from, plan.backgroundMerge.to)
      merging = { segments: range, size: sizeOf(range), left: sizeOf(range), upTo: stored }
      work.merges += sizeOf(range)
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
    const [finishedBase, finishedMerge] = [advance(building), advance(merging)]
    if (finishedMerge !== null) endMerge(finishedMerge)
    if (finishedBase !== null) endBase(finishedBase)
  }
  const pollQuietly = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) poll(0)
  }
  const state = () => ({
    base,
    segments: segments.length,
    pending,
    stored,
    isBusy: building !== null || merging !== null,
  })
  return { work, poll, pollQuietly, state }
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
        const simulation = simulate(perSecond)
        changes.forEach(simulation.poll)
        simulation.pollQuietly(10_000)
        const { stored, ...rest } = simulation.state()
        expect(rest).toEqual({ base: stored, segments: 0, pending: 0, isBusy: false })
      }),
      { numRuns: 30 },
    )
  })

  it('builds each change a bounded number of times, and keeps segments few', () => {
    fc.assert(
      fc.property(arrivals, speeds, (changes, perSecond) => {
        const { work, poll, state } = simulate(perSecond)
        changes.forEach(poll)
        const { stored } = state()
        expect(work.bases).toBeLessThanOrEqual(8 * stored)
        expect(work.merges).toBeLessThanOrEqual(4 * stored)
        // A poll rebuilds the smallest segment, however few changes there are.
        expect(work.segments).toBeLessThanOrEqual(20 * stored + 250 * changes.length)
        expect(work.atOnce).toBeLessThanOrEqual(16_000)
        expect(work.mostSegments).toBeLessThanOrEqual(8)
      }),
      { numRuns: 200 },
    )
  })

  it('builds a million companies into an empty store less than four times', () => {
    for (const perSecond of [10_000, 20_000, 40_000, 80_000]) {
      const { work, poll, pollQuietly, state } = simulate(perSecond)
      for (let second = 0; second < 50; second += 1) poll(20_000)
      pollQuietly(400)
      expect(state()).toMatchObject({ base: 1_000_000, pending: 0, segments: 0 })
      expect(work.bases).toBeLessThan(4_000_000)
      expect(work.segments).toBeLessThan(250_000)
    }
  })

  it('lets no small change pollQuietly while a base is built or segments are merged', () => {
    const { work, poll, pollQuietly } = simulate(50_000)
    poll(500_000)
    pollQuietly(60)
    work.longestWait = 0
    for (let second = 0; second < 4000; second += 1) poll(second % 3 === 0 ? 200 : 0)
    expect(work.longestWait).toBe(0)
    expect(work.bases).toBeGreaterThan(500_000)
    expect(work.merges).toBeGreaterThan(0)
  })

  it('keeps segments few during a long base build', () => {
    const { work, poll, pollQuietly } = simulate(20_000)
    poll(4_000_000)
    pollQuietly(300)
    for (let second = 0; second < 1200; second += 1) poll(1500)
    expect(work.bases).toBeGreaterThan(4_000_000)
    expect(work.mostSegments).toBeLessThanOrEqual(12)
  })
})
