import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { figureNames, figureTitles } from '@baiqicha/contract/desk/figures'
import { platformTypes } from '@baiqicha/contract/tracking'
import { daysOf, type FigureRequest } from '../../features/tracking/figures/figures.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'
import { outOf } from './picture-places.ts'

/** What a range of days has to be. */
export const RANGE_RULE = '应为 YYYY-MM-DD，先后有序，至多 180 天。'

const rangeUsage = `--from <日期> --to <日期> [--fr <来源>] [--platform-type <${platformTypes.join('|')}>]`

export const figureCommands: readonly AdminAction[] = [
  {
    name: 'figures show',
    usage: [`[--figure <${figureNames.join('|')}>] ${rangeUsage}`],
    help: ['一项访问统计，未写 --figure 时为访问与人数；少于 5 人的分组并入其他'],
    async run(call) {
      const request = requestOf(call)
      const { asOf, missingDays, note, head, rows } = await call.services.tracking.showFigure(request)
      call.print(`${figureTitles[request.figure]}  ${asOf === null ? '没有已汇总的日期' : `截至 ${minuteOf(asOf)}`}`)
      if (missingDays.length > 0) call.print(`缺少数据的日期：${missingDays.join('、')}`)
      if (note !== null) call.print(note)
      for (const row of [head, ...rows]) call.print(row.map((cell) => cell ?? '-').join('  '))
    },
  },
  {
    name: 'figures export',
    usage: [`[--figure <名称>] ${rangeUsage} --out <文件>`],
    help: ['同上，存为 CSV'],
    audit: 'trackingExported',
    async run(call) {
      const file = outOf(call)
      const { csv } = await call.services.tracking.exportFigure({ ...requestOf(call), operator: call.operator })
      await saved(() => writeFile(file, csv))
      call.print(`已写入 ${file}。`)
    },
  },
]

export const trackingActions: readonly AdminAction[] = [
  {
    name: 'tracking export',
    usage: ['--day <日期> --out <文件>'],
    help: ['导出一日的事件，CSV'],
    audit: 'trackingDayExported',
    async run(call) {
      const file = outOf(call)
      const parts = await call.services.tracking.exportDay(dayOf(call), call.operator)
      if (parts === null) throw new AdminRefused('该日没有事件。')
      await saved(() => pipeline(Readable.from(parts), createWriteStream(file)))
      call.print(`已写入 ${file}。`)
    },
  },
  {
    name: 'tracking roll-up',
    usage: ['--day <日期>'],
    help: ['重新汇总已结束的一日'],
    audit: 'trackingRolledUp',
    async run(call) {
      const day = dayOf(call)
      if (day >= call.services.tracking.today()) throw new AdminRefused('只能汇总已结束的日期。')
      if (!(await call.services.tracking.closeDay(day, call.operator))) {
        throw new AdminRefused('该日没有事件，或正由另一进程汇总。')
      }
      call.print(`${day}：已汇总。`)
    },
  },
  {
    name: 'tracking drop',
    usage: ['--day <日期> --reason <理由>'],
    help: ['删除一日的事件，已汇总的指标保留'],
    audit: 'trackingDropped',
    async run(call) {
      const reason = call.reason()
      const day = dayOf(call)
      await call.services.tracking.drop(day, call.operator, reason)
      call.print(`${day}：事件已删除。`)
    },
  },
]

async function saved(write: () => Promise<void>) {
  try {
    await write()
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new AdminRefused('--out 无法写入。')
    throw error
  }
}

function requestOf({ option }: AdminCall): FigureRequest {
  const figure = figureNames.find((name) => name === (option('figure') ?? 'overview'))
  if (figure === undefined) throw new AdminRefused(`--figure 应为 ${figureNames.join('、')} 之一。`)
  const days = { from: option('from') ?? '', to: option('to') ?? '' }
  if (daysOf(days) === null) throw new AdminRefused(`--from 与 --to ${RANGE_RULE}`)
  return { figure, ...days, fr: option('fr'), platformType: option('platform-type') }
}

function dayOf({ option }: AdminCall): string {
  const day = option('day') ?? ''
  if (daysOf({ from: day, to: day }) === null) throw new AdminRefused('--day 应为 YYYY-MM-DD。')
  return day
}
