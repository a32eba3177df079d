import {
  type OperationPoint,
  type OperationRange,
  type OperationsShown,
  operationRanges,
} from '@baiqicha/contract/desk/operations'
import { uploadProgress } from '@baiqicha/contract/desk/uploads'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/portable-sql.ts'
import { type LimitName, type Limits, limitLabels, limitNames } from '../../platform/limits/limit-rules.ts'
import { HOUR_MS, MINUTE_MS, type OperationMonitor, readSample } from '../../platform/operations/operation-monitor.ts'
import {
  allLoads,
  emptySample,
  errorPercent,
  type LoadSample,
  mergePeriods,
  mergeProcesses,
  type OperationAlarm,
  type OperationSample,
  ownAlarms,
  percentileOf,
  smsSentPercent,
} from '../../platform/operations/operation-sample.ts'

/** A process that stored nothing for so long has ended. */
const SILENT_MS = 3 * MINUTE_MS
/** An import that wrote nothing for so long is interrupted. */
const IMPORT_SILENT_MS = 30_000
const HOURS_OF_MINUTES = 24

type Row = { process: string; at: number; sample: OperationSample }
type OperationFiguresDeps = {
  db: Database
  clock: Clock
  /** Of this process; null: a command, which serves nothing. */
  monitor: OperationMonitor | null
  /** In force; null: not known. */
  limits: Limits['buckets'] | null
}

const rounded = (value: number) => Math.round(value * 100) / 100
const latencyOf = (sample: LoadSample, seconds: number) => ({
  perSecond: seconds === 0 ? 0 : rounded(sample.count / seconds),
  p50: percentileOf(sample, 0.5),
  p95: percentileOf(sample, 0.95),
  p99: percentileOf(sample, 0.99),
})

const durations = [
  [86_400, '天'],
  [3_600, '小时'],
  [60, '分'],
  [1, '秒'],
] as const

function periodText(seconds: number): string {
  const [unit, name] = durations.find(([length]) => seconds % length === 0) ?? [1, '秒']
  return seconds === unit ? name : `${seconds / unit} ${name}`
}

const ruleText = (rules: Limits['buckets'][LimitName]) =>
  rules.map(({ count, seconds }) => `${count} / ${periodText(seconds)}`).join('，')

/** One process in all its samples of a period. */
const mergeRows = (rows: readonly Row[]): Map<string, OperationSample> => {
  const byProcess = new Map<string, OperationSample>()
  for (const { process, sample } of rows) {
    const before = byProcess.get(process)
    byProcess.set(process, before === undefined ? sample : mergePeriods(before, sample))
  }
  return byProcess
}

function pointOf(at: number, rows: readonly Row[], seconds: number): OperationPoint {
  const samples = [...mergeRows(rows).values()]
  const all = samples.reduce(mergeProcesses, emptySample())
  const isKnown = samples.length > 0
  return {
    at,
    ...latencyOf(allLoads(all), isKnown ? Math.min(seconds, all.seconds) : 0),
    loads: Object.entries(all.loads).map(([load, sample]) => ({ load, ...latencyOf(sample, all.seconds) })),
    errorPercent: errorPercent(all),
    lagSeconds: isKnown ? rounded(all.lagSeconds) : null,
    segments: isKnown ? all.segments : null,
    waiting: isKnown ? all.waiting : null,
    memory: isKnown ? all.memory : null,
    smsSentPercent: smsSentPercent(all),
  }
}

/** What the processes do, from their samples. */
export function createOperationFigures({ db, clock, monitor, limits }: OperationFiguresDeps) {
  async function rowsSince(span: number, from: number): Promise<Row[]> {
    const rows = await db
      .selectFrom('operation_sample')
      .select(['process', 'at', 'content'])
      .where('span', '=', span)
      .where('at', '>=', from)
      .orderBy('at')
      .execute()
    return rows.flatMap(({ process, at, content }) => {
      const sample = readSample(content)
      return sample === null ? [] : [{ process, at, sample }]
    })
  }

  /** The newest samples of the processes that run. */
  function newestOf(rows: readonly Row[]): Row[] {
    const now = clock.now()
    const newest = new Map<string, Row>()
    for (const row of rows) if (row.at >= now - SILENT_MS) newest.set(row.process, row)
    const live = monitor?.latest() ?? null
    if (monitor !== null && live !== null) newest.set(monitor.process, { process: monitor.process, ...live })
    return [...newest.values()]
  }

  async function alarmsOf(newest: readonly Row[]): Promise<OperationAlarm[]> {
    const alarms = newest.flatMap(({ process, sample }) =>
      ownAlarms(sample).map(({ key, text }) => ({ key, text: `${text}（${process}）` })),
    )
    const overdue = await countRows(
      db.selectFrom('correction').where('state', '<>', '已办结').where('due_at', '<', clock.now()),
    )
    return overdue > 0 ? [...alarms, { key: 'overdue', text: `${overdue} 件` }] : alarms
  }

  async function runningImports(): Promise<OperationsShown['imports']> {
    const rows = await db
      .selectFrom('import_upload')
      .select(['file_name', 'progress'])
      .where('state', 'in', ['running', 'checking'])
      .where('touched_at', '>', clock.now() - IMPORT_SILENT_MS)
      .execute()
    return rows.map(({ file_name: fileName, progress }) => {
      const { rowsRead = 0, rowsPerSecond = 0 } = progress === null ? {} : z.parse(uploadProgress, JSON.parse(progress))
      return { fileName, rowsRead, rowsPerSecond }
    })
  }

  return {
    /** What needs an operator now. */
    async alarms(): Promise<OperationAlarm[]> {
      return alarmsOf(newestOf(await rowsSince(MINUTE_MS, clock.now() - SILENT_MS)))
    },

    async show({ range }: { range: OperationRange }): Promise<OperationsShown> {
      const now = clock.now()
      const { hours, pointMinutes } = operationRanges[range]
      const step = pointMinutes * MINUTE_MS
      const from = now - (now % step) - hours * HOUR_MS + step
      const rows = await rowsSince(hours > HOURS_OF_MINUTES ? HOUR_MS : MINUTE_MS, from)
      const recent = range === 'hour' ? rows : await rowsSince(MINUTE_MS, now - SILENT_MS)
      const newest = newestOf(recent)
      const ofPoint = Map.groupBy(rows, ({ at }) => at - (at % step))
      const points = Array.from({ length: (hours * HOUR_MS) / step }, (_, index) => {
        const at = from + index * step
        return pointOf(at, ofPoint.get(at) ?? [], step / 1_000)
      })
      const total = [...mergeRows(rows).values()].reduce(mergeProcesses, emptySample())
      return {
        at: now,
        points,
        processes: newest.map(({ process, at, sample }) => {
          const all = allLoads(sample)
          const { perSecond, p99 } = latencyOf(all, sample.seconds)
          const { lagSeconds, segments, waiting, memory } = sample
          const isHere = process === monitor?.process
          return {
            name: process,
            isHere,
            at,
            perSecond,
            p99,
            errors: all.errors,
            lagSeconds,
            segments,
            waiting,
            memory,
          }
        }),
        limits: limitNames.flatMap((name) => {
          const rules = limits?.[name]
          const { count = 0, lastAt = null } = total.refusals[name] ?? {}
          if (rules === undefined) return []
          return [{ name, label: limitLabels[name], rule: ruleText(rules), refused: count, lastAt }]
        }),
        sms: Object.entries(total.sms).map(([scene, { sent = 0, refused = 0, failed = 0 }]) => ({
          scene,
          sent,
          refused,
          failed,
        })),
        sessions: await countRows(db.selectFrom('session').where('expires_at', '>', now)),
        imports: await runningImports(),
        alarms: await alarmsOf(newest),
        note: rows.length === 0 ? '每分钟一行，第一行在服务启动一分钟后。' : null,
      }
    },
  }
}
