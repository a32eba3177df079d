import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { daysOf, type FiguresQuery } from '../../features/tracking/figures/figures.service.ts'
import { type FigureName, figureNames } from '../../features/tracking/figures/tracking.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused } from './admin-refused.ts'

const range = ['from', 'to', 'fr', 'platform-type', 'out']
const rangeUsage = '--from <日期> --to <日期> [--fr <来源>] [--platform-type <平台>] --out <文件>'

export const trackingActions: readonly AdminAction[] = [
  {
    name: 'tracking report',
    usage: [rangeUsage],
    help: ['用户行为报告，单个 HTML 文件，可离线打开'],
    operands: 0,
    options: range,
    service: 'tracking.report',
    audit: 'trackingReported',
    async run(call) {
      const file = outOf(call)
      await save(file, await call.services.tracking.report(queryOf(call), call.operator))
      call.print(`已写入 ${file}。`)
    },
  },
  {
    name: 'tracking export',
    usage: [`--figure <${figureNames.join('|')}> ${rangeUsage}`, '--day <日期> --out <文件>'],
    help: ['导出一项指标，或一日的事件，CSV'],
    operands: 0,
    options: ['figure', 'day', ...range],
    service: 'tracking.exportFigure',
    audit: 'trackingExported',
    async run(call) {
      const file = outOf(call)
      if (call.option('day') !== null) {
        const parts = await call.services.tracking.exportDay(dayOf(call), call.operator)
        if (parts === null) throw new AdminRefused('该日没有事件。')
        await saved(() => pipeline(Readable.from(parts), createWriteStream(file)))
      } else await save(file, await call.services.tracking.exportFigure(figureOf(call), queryOf(call), call.operator))
      call.print(`已写入 ${file}。`)
    },
  },
  {
    name: 'tracking roll-up',
    usage: ['--day <日期>'],
    help: ['重新汇总已结束的一日'],
    operands: 0,
    options: ['day'],
    service: 'tracking.closeDay',
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
    operands: 0,
    options: ['day', 'reason'],
    service: 'tracking.drop',
    audit: 'trackingDropped',
    async run(call) {
      const reason = call.option('reason')
      if (reason === null) throw new AdminRefused('须用 --reason 说明理由。')
      const day = dayOf(call)
      await call.services.tracking.drop(day, call.operator, reason)
      call.print(`${day}：事件已删除。`)
    },
  },
]

function outOf({ option }: AdminCall): string {
  const file = option('out')
  if (file === null) throw new AdminRefused('须用 --out 指定文件。')
  return file
}

async function saved(write: () => Promise<void>) {
  try {
    await write()
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new AdminRefused('--out 无法写入。')
    throw error
  }
}

const save = (file: string, text: string) => saved(() => writeFile(file, text))

function queryOf({ option }: AdminCall): FiguresQuery {
  const query = {
    from: option('from') ?? '',
    to: option('to') ?? '',
    fr: option('fr'),
    platformType: option('platform-type'),
  }
  if (daysOf(query) === null) throw new AdminRefused('--from 与 --to 应为 YYYY-MM-DD，至多 180 天。')
  return query
}

function dayOf({ option }: AdminCall): string {
  const day = option('day') ?? ''
  if (daysOf({ from: day, to: day }) === null) throw new AdminRefused('--day 应为 YYYY-MM-DD。')
  return day
}

function figureOf({ option }: AdminCall): FigureName {
  const figure = figureNames.find((name) => name === option('figure'))
  if (figure === undefined) throw new AdminRefused(`--figure 应为 ${figureNames.join('、')} 之一。`)
  return figure
}
