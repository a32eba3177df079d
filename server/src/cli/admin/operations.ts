import { operationRanges } from '@baiqicha/contract/desk/operations'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

const milliseconds = (value: number | null) => (value === null ? '-' : `${value} 毫秒`)

export const operationCommands: readonly AdminAction[] = [
  {
    name: 'operations show',
    usage: ['[--range hour|day|month]'],
    help: ['各进程的请求、延迟、错误、索引、队列与内存'],
    operands: 0,
    options: ['range'],
    service: 'operations.show',
    audit: null,
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
