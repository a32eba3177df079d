import type { AlarmKey, SmsOutcome } from '@baiqicha/contract/desk/operations'
import * as z from 'zod/mini'

/** Upper bounds of the buckets of latency, milliseconds; the last bucket has none. */
const BOUNDS = [
  1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
] as const

const count = z.int()
const loadSample = z.object({
  count,
  /** Answers with a status of 5xx. */
  errors: count,
  /** Answers by bucket of latency. */
  buckets: z.array(count),
})
export type LoadSample = z.output<typeof loadSample>

/** What one process did in a period. Samples of processes and periods merge. */
export const operationSample = z.object({
  seconds: z.number(),
  /** By load class. */
  loads: z.record(z.string(), loadSample),
  /** Refusals by limit, and when the last one was. */
  refusals: z.record(z.string(), z.object({ count, lastAt: z.int() })),
  /** Messages by scene and outcome. */
  sms: z.record(z.string(), z.record(z.string(), count)),
  /** Largest of the period. */
  lagSeconds: z.number(),
  segments: z.int(),
  waiting: z.int(),
  memory: z.number(),
  /** Smallest free share of the disk with the data, 0 to 1; null: not known. */
  freeDisk: z.nullable(z.number()),
})
export type OperationSample = z.output<typeof operationSample>

export const emptyLoad = (): LoadSample => ({ count: 0, errors: 0, buckets: BOUNDS.map(() => 0).concat(0) })

export const emptySample = (): OperationSample => ({
  seconds: 0,
  loads: {},
  refusals: {},
  sms: {},
  lagSeconds: 0,
  segments: 0,
  waiting: 0,
  memory: 0,
  freeDisk: null,
})

/** Index of the bucket of a latency. */
export function bucketOf(milliseconds: number): number {
  const at = BOUNDS.findIndex((bound) => milliseconds <= bound)
  return at < 0 ? BOUNDS.length : at
}

const added = (a: LoadSample, b: LoadSample): LoadSample => ({
  count: a.count + b.count,
  errors: a.errors + b.errors,
  buckets: emptyLoad().buckets.map((_, at) => (a.buckets[at] ?? 0) + (b.buckets[at] ?? 0)),
})

/** The rows of both; `join` merges those of the same key. */
function joined<T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>, join: (a: T, b: T) => T) {
  const all: Record<string, T> = { ...a }
  for (const [key, value] of Object.entries(b)) {
    const other = all[key]
    all[key] = other === undefined ? value : join(other, value)
  }
  return all
}

const smaller = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

type Gauges = Pick<OperationSample, 'seconds' | 'memory'>

function mergeWith(a: OperationSample, b: OperationSample, gauges: Gauges): OperationSample {
  return {
    ...gauges,
    loads: joined(a.loads, b.loads, added),
    refusals: joined(a.refusals, b.refusals, (one, other) => ({
      count: one.count + other.count,
      lastAt: Math.max(one.lastAt, other.lastAt),
    })),
    sms: joined(a.sms, b.sms, (one, other) => joined(one, other, (x, y) => x + y)),
    lagSeconds: Math.max(a.lagSeconds, b.lagSeconds),
    segments: Math.max(a.segments, b.segments),
    waiting: Math.max(a.waiting, b.waiting),
    freeDisk: smaller(a.freeDisk, b.freeDisk),
  }
}

/** One process in two periods. */
export const mergePeriods = (a: OperationSample, b: OperationSample): OperationSample =>
  mergeWith(a, b, { seconds: a.seconds + b.seconds, memory: Math.max(a.memory, b.memory) })

/** Two processes in one period. */
export const mergeProcesses = (a: OperationSample, b: OperationSample): OperationSample =>
  mergeWith(a, b, { seconds: Math.max(a.seconds, b.seconds), memory: a.memory + b.memory })

/** All load classes together. */
export const allLoads = ({ loads }: OperationSample): LoadSample => Object.values(loads).reduce(added, emptyLoad())

/** The latency that this share of the answers does not exceed, milliseconds, linear within a bucket; null: no answer. */
export function percentileOf({ count: answers, buckets }: LoadSample, share: number): number | null {
  if (answers === 0) return null
  let left = answers * share
  for (const [at, inBucket] of buckets.entries()) {
    if (inBucket > 0 && left <= inBucket) {
      const from = BOUNDS[at - 1] ?? 0
      const to = BOUNDS[at] ?? from
      return Math.round((from + (to - from) * (left / inBucket)) * 100) / 100
    }
    left -= inBucket
  }
  return BOUNDS.at(-1) ?? null
}

/** Percent of messages that were sent; null: no message. */
export function smsSentPercent({ sms }: OperationSample): number | null {
  const outcomes = Object.values(sms)
  const of = (outcome: SmsOutcome) => outcomes.reduce((sum, one) => sum + (one[outcome] ?? 0), 0)
  const all = of('sent') + of('refused') + of('failed')
  return all === 0 ? null : (of('sent') / all) * 100
}

export type OperationAlarm = { key: AlarmKey; text: string }

const LAG_SECONDS = 60
const ERROR_PERCENT = 1
/** Fewer answers say nothing about their share of errors. */
const ERRORS_COUNT_FROM = 100
const FREE_DISK = 0.1

/** Percent of the answers with a status of 5xx; null: no answer. */
export function errorPercent(sample: OperationSample): number | null {
  const { count: answers, errors } = allLoads(sample)
  return answers === 0 ? null : (errors / answers) * 100
}

/** What a sample says of the state of its process. */
export function ownAlarms(sample: OperationSample): OperationAlarm[] {
  const alarms: OperationAlarm[] = []
  if (sample.lagSeconds > LAG_SECONDS)
    alarms.push({ key: 'lag', text: `有改动 ${Math.round(sample.lagSeconds)} 秒搜索不到` })
  const percent = errorPercent(sample)
  if (percent !== null && percent > ERROR_PERCENT && allLoads(sample).count >= ERRORS_COUNT_FROM)
    alarms.push({ key: 'errors', text: `${percent.toFixed(1)}% 的请求出错` })
  if (sample.freeDisk !== null && sample.freeDisk < FREE_DISK)
    alarms.push({ key: 'disk', text: `剩余 ${(sample.freeDisk * 100).toFixed(1)}%` })
  return alarms
}
