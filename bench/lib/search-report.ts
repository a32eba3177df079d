import type { BuildFigures } from './index-store.ts'
import { type Engine, LIMIT, OURS, ratioAt, shares, type Timings, timesOf } from './search-measure.ts'
import { commonKinds, type SearchKind, searchKinds } from './search-queries.ts'
import { printTable } from './table.ts'
import { type Targets, written } from './targets.ts'
import { percentile } from './timing.ts'

const MIB = 2 ** 20

type Measured = Map<string, Timings>

const withoutTypos = searchKinds.filter((kind) => kind !== '错字')

const threeShares = (times: readonly number[] | undefined) =>
  times === undefined || times.length === 0
    ? '–'
    : Object.values(shares)
        .map((share) => written(percentile(times, share)))
        .join(' / ')

/** Milliseconds by kind and engine, and how many times the limit's p50 our first rows take. */
export function printTimings(engines: readonly Engine[], measured: Measured) {
  const names = engines.map(({ name }) => name)
  const line = (title: string, kinds: readonly SearchKind[]) => [
    title,
    ...names.map((name) => threeShares(timesOf(measured.get(name), kinds))),
    written(toLimit(measured, kinds)),
  ]
  console.log('\np50 / p95 / p99 in milliseconds; last, our p50 as a multiple of the limit')
  printTable([
    ['', ...names, '× limit'],
    ...searchKinds.map((kind) => line(kind, [kind])),
    line('all but 错字', withoutTypos),
  ])
}

const toLimit = (measured: Measured, kinds: readonly SearchKind[]) => {
  const limit = timesOf(measured.get(LIMIT), kinds)
  const isWhole = limit.length === timesOf(measured.get(OURS), kinds).length
  return isWhole ? ratioAt(shares.p50, timesOf(measured.get(OURS), kinds), limit) : Number.NaN
}

export type Goals = { p50?: number; p99: number; typosP99?: number; buildMemoryMib?: number }

export function addTimingTargets(targets: Targets, title: string, measured: Measured, goals: Goals) {
  const ours = measured.get(OURS)
  const most = timesOf(ours, withoutTypos)
  const typos = timesOf(ours, ['错字'])
  if (goals.p50 !== undefined) targets.atMost(`${title}: p50`, percentile(most, shares.p50), goals.p50, 'ms')
  targets.atMost(`${title}: p99`, percentile(most, shares.p99), goals.p99, 'ms')
  targets.atMost(`${title}: p99, 错字`, percentile(typos, shares.p99), goals.typosP99 ?? goals.p99, 'ms')
  for (const kind of commonKinds) targets.atMost(`${title}: ${kind}, × limit`, toLimit(measured, [kind]), 5, '×')
}

/** Our first rows over all kinds but one. */
export function mixOf(measured: Measured) {
  const times = timesOf(measured.get(OURS), withoutTypos)
  return { p50: percentile(times, shares.p50), p99: percentile(times, shares.p99) }
}

/** Over the queries that both were asked: the first of each kind. */
export function timesSlower(measured: Measured, other: string): number {
  const theirs = measured.get(other)
  const [a, b]: [number[], number[]] = [[], []]
  for (const kind of searchKinds) {
    const times = theirs?.get(kind) ?? []
    a.push(...times)
    b.push(...(measured.get(OURS)?.get(kind) ?? []).slice(0, times.length))
  }
  return ratioAt(shares.p99, a, b)
}

export type Built = { name: string; companies: number; seconds: number; bytes: number }

export function printBuilds(all: readonly Built[]) {
  console.log()
  printTable([
    ['built', 'in', 'companies', 'size', 'a company'],
    ...all.map(({ name, companies, seconds, bytes }) => [
      name,
      `${written(seconds)} s`,
      `${written(companies / seconds)}/s`,
      `${Math.round(bytes / MIB)} MiB`,
      `${written(bytes / companies)} B`,
    ]),
  ])
}

export function addBuildTargets(targets: Targets, title: string, figures: BuildFigures, goals: Goals) {
  targets.atLeast(`${title}: index built`, figures.companies / figures.seconds, 20_000, 'companies/s')
  const memory = `${title}: memory of the building process`
  if (goals.buildMemoryMib === undefined) targets.note(memory, figures.peakMemoryMib, 'MiB')
  else targets.atMost(memory, figures.peakMemoryMib, goals.buildMemoryMib, 'MiB')
}
