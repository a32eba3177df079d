import type { AlarmKey } from '@baiqicha/contract/desk/operations'
import { allLoads, type OperationSample } from './operation-sample.ts'

export type OperationAlarm = { key: AlarmKey; text: string }

const LAG_SECONDS = 60
const ERROR_PERCENT = 1
/** Fewer answers say nothing about their share of errors. */
const ERRORS_COUNT_FROM = 100
const FREE_DISK = 0.1

/** Percent of the answers with a status of 5xx; null: no answer. */
export function errorPercent(sample: OperationSample): number | null {
  const { count, errors } = allLoads(sample)
  return count === 0 ? null : (errors / count) * 100
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
