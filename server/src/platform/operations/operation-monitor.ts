import type { SmsScene } from '@baiqicha/contract/account'
import type { SmsOutcome } from '@baiqicha/contract/desk/operations'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../database/database.ts'
import type { LimitName } from '../limits/limit-rules.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Logger } from '../log/logger.ts'
import { SmsRefused, type SmsSender } from '../sms/sms-sender.ts'
import {
  bucketOf,
  emptyLoad,
  emptySample,
  mergePeriods,
  type OperationSample,
  operationSample,
  ownAlarms,
} from './operation-sample.ts'

export const SAMPLE_MS = 10_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
const KEPT_MS = 30 * 24 * HOUR_MS

export type OperationGauges = Pick<OperationSample, 'lagSeconds' | 'segments' | 'waiting' | 'memory' | 'freeDisk'>
type TimedSample = { at: number; sample: OperationSample }

/** Counts what this process does: a sample every ten seconds, and a row a minute that samples of other processes merge with. */
export type OperationMonitor = ReturnType<typeof createOperationMonitor>

const startOf = (at: number, span: number) => at - (at % span)

export function createOperationMonitor(process: string, clock: Clock) {
  let current = emptySample()
  let since = clock.now()
  let last: TimedSample | null = null
  let minute: TimedSample | null = null
  let hour: TimedSample | null = null
  let over: TimedSample[] = []
  let alarms = new Set<string>()

  function addToMinute(at: number, sample: OperationSample) {
    const start = startOf(at, MINUTE_MS)
    if (minute !== null && minute.at !== start) {
      over.push(minute)
      minute = null
    }
    minute = { at: start, sample: minute === null ? sample : mergePeriods(minute.sample, sample) }
  }

  async function store(db: Database, span: number, { at, sample }: TimedSample) {
    const content = JSON.stringify(sample)
    await db
      .insertInto('operation_sample')
      .values({ process, span, at, content })
      .onConflict((conflict) => conflict.columns(['process', 'span', 'at']).doUpdateSet({ content }))
      .execute()
  }

  return {
    /** Name of the process, as its rows have it. */
    process,
    answered(load: string, milliseconds: number, status: number): void {
      const one = (current.loads[load] ??= emptyLoad())
      one.count += 1
      if (status >= 500) one.errors += 1
      const bucket = bucketOf(milliseconds)
      one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1
    },
    refused(limit: LimitName): void {
      const one = (current.refusals[limit] ??= { count: 0, lastAt: 0 })
      one.count += 1
      one.lastAt = clock.now()
    },
    sms(scene: SmsScene, outcome: SmsOutcome): void {
      const one = (current.sms[scene] ??= {})
      one[outcome] = (one[outcome] ?? 0) + 1
    },
    /** Ends a sample. */
    sample(gauges: OperationGauges): void {
      const now = clock.now()
      const sample = { ...current, ...gauges, seconds: Math.max(0.001, (now - since) / 1_000) }
      last = { at: now, sample }
      // A sample that begins in a minute counts there.
      addToMinute(since, sample)
      current = emptySample()
      since = now
    },
    /** The last ten seconds; null: not measured yet. */
    latest: (): TimedSample | null => last,

    /** Stores minutes that are over. */
    async flush(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
      const minutes = over
      over = []
      for (const one of minutes) {
        // First: a full disk cannot store the minute in which it became full.
        const raised = ownAlarms(one.sample)
        for (const { key, text } of raised)
          if (!alarms.has(key)) log.warn('alarm-raised', { detail: `${key}: ${text}` })
        for (const key of alarms)
          if (!raised.some((alarm) => alarm.key === key)) log.warn('alarm-over', { detail: key })
        alarms = new Set(raised.map(({ key }) => key))
        await store(db, MINUTE_MS, one)
        const start = startOf(one.at, HOUR_MS)
        const isNewHour = hour?.at !== start
        hour = { at: start, sample: hour === null || isNewHour ? one.sample : mergePeriods(hour.sample, one.sample) }
        await store(db, HOUR_MS, hour)
        if (isNewHour)
          await db
            .deleteFrom('operation_sample')
            .where('at', '<', one.at - KEPT_MS)
            .execute()
      }
    },
  }
}

/** A stored sample; null: another release stored it in another form. */
export function readSample(content: string): OperationSample | null {
  return z.safeParse(operationSample, JSON.parse(content)).data ?? null
}

/** Counts refusals of a limiter. */
export const countRefusals = (limiter: Limiter, monitor: OperationMonitor | undefined): Limiter =>
  monitor === undefined
    ? limiter
    : {
        ...limiter,
        async take(spends) {
          const taken = await limiter.take(spends)
          if (!taken.ok) monitor.refused(taken.error.limit)
          return taken
        },
      }

/** Counts messages by scene and outcome. */
export const countMessages = (sender: SmsSender, monitor: OperationMonitor | undefined): SmsSender => ({
  async send(message, signal) {
    try {
      await sender.send(message, signal)
      monitor?.sms(message.scene, 'sent')
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      monitor?.sms(message.scene, cause instanceof SmsRefused ? 'refused' : 'failed')
      throw error
    }
  },
})
