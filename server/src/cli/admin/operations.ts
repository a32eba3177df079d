import { checkTexts } from '@baiqicha/contract/desk/checks'
import { alarmLabels, operationRanges } from '@baiqicha/contract/desk/operations'
import { PRODUCT_VERSION } from '@baiqicha/contract/version'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

const milliseconds = (value: number | null) => (value === null ? '-' : `${value} 毫秒`)

export const operationCommands: readonly AdminAction[] = [
  {
    name: 'operations show',
    usage: ['[--range hour|day|month]'],
    help: ['各进程的请求、延迟、错误、索引、队列与内存'],
    service: 'operations.show',
    async run({ option, services, print }) {
      const range = option('range') ?? 'hour'
      if (range !== 'hour' && range !== 'day' && range !== 'month')
        throw new AdminRefused(`--range 应为 ${Object.keys(operationRanges).join('、')}。`)
      const { processes, points, sms, sessions, note } = await services.operations.show({ range })
      if (note !== null) print(note)
      for (const { name, perSecond, p99, errors, lagSeconds, segments, waiting, memory } of processes)
        print(
          `${name}  ${perSecond} 次/秒  p99 ${milliseconds(p99)}  5xx ${errors}  索引落后 ${lagSeconds} 秒 ${segments} 段  排队 ${waiting}  内存 ${Math.round(memory / 2 ** 20)} MiB`,
        )
      for (const { at, perSecond, p50, p95, p99, lagSeconds } of points)
        if (lagSeconds !== null)
          print(`${minuteOf(at)}  ${perSecond} 次/秒  ${milliseconds(p50)}  ${milliseconds(p95)}  ${milliseconds(p99)}`)
      for (const { scene, sent, refused, failed } of sms)
        print(`短信 ${scene}  发送 ${sent}  拒绝 ${refused}  失败 ${failed}`)
      print(`会话 ${sessions}`)
    },
  },
]

export const alarmCommands: readonly AdminAction[] = [
  {
    name: 'alarms list',
    help: ['中止的导入、失败的服务与运行告警'],
    service: 'alarms.list',
    async run({ services, print }) {
      const { imports, services: failing } = await services.alarms.list()
      const operations = await services.operations.alarms()
      if (imports.length + failing.length + operations.length === 0) print('没有告警。')
      for (const { key, text } of operations) print(`${alarmLabels[key]}  ${text}`)
      for (const { key, failedAt, cause } of failing) {
        print(`${minuteOf(failedAt)}  ${checkTexts[key].label}失败  ${cause}`)
      }
      for (const { number, fileName, sourceId, state, endedAt } of imports) {
        print(
          `${minuteOf(endedAt)}  ${state === 'stopped' ? '导入' : '撤销导入'}中止 #${number}  ${fileName}  ${sourceId}`,
        )
      }
    },
  },
]

export const updateCheckCommands: readonly AdminAction[] = [
  {
    name: 'update-check list',
    help: ['是否有新版本；没有设置 UPDATE_URL 时不查询'],
    service: 'updateCheck.find',
    async run({ services, print }) {
      const newest = await services.updateCheck.find()
      if (newest.type === 'unset') print(`当前版本 ${PRODUCT_VERSION}。没有设置 UPDATE_URL，不查询新版本。`)
      else if (newest.type === 'failed') throw new AdminRefused('UPDATE_URL 没有返回版本。')
      else if (newest.isNewer) print(`有新版本 ${newest.version}，当前 ${PRODUCT_VERSION}。`)
      else print(`当前版本 ${PRODUCT_VERSION} 已是最新。`)
    },
  },
]
