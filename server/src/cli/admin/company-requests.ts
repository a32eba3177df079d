import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

export const inclusionActions: readonly AdminAction[] = [
  {
    name: 'inclusions list',
    usage: ['[--after <页>]'],
    help: ['有人申请收录的企业，按人数排列；--after 翻页'],
    service: 'inclusions.list',
    async run({ option, services, print }) {
      const { items, total, next } = await services.inclusions.list(option('after'))
      if (total === 0) print('没有收录申请。')
      for (const row of items) {
        print(`${row.keyword}  ${row.requests} 人  自 ${minuteOf(row.since)}  最近 ${minuteOf(row.last)}`)
      }
      if (next !== null) print(`下一页：inclusions list --after ${next}`)
    },
  },
  {
    name: 'inclusions done',
    usage: ['<关键词>'],
    help: ['已收录，重新计数'],
    service: 'inclusions.finish',
    audit: 'inclusionsDone',
    async run({ operands: [keyword = ''], operator, services, print }) {
      const done = await services.inclusions.finish(keyword, operator)
      if (done === 0) throw new AdminRefused(`没有收录“${keyword}”的申请。`)
      print(`${keyword}：已收录，${done} 人的申请办结。`)
    },
  },
]

export const updateActions: readonly AdminAction[] = [
  {
    name: 'updates list',
    usage: ['[--after <页>]'],
    help: ['有人申请更新的企业；--after 翻页'],
    service: 'updates.list',
    async run({ option, services, print }) {
      const { items, total, next } = await services.updates.list(option('after'))
      if (total === 0) print('没有人申请更新。')
      for (const row of items) {
        print(`${row.companyId}  ${row.requests} 人  自 ${minuteOf(row.since)}  ${row.companyName}`)
      }
      if (next !== null) print(`下一页：updates list --after ${next}`)
    },
  },
  {
    name: 'updates done',
    usage: ['<企业 id>'],
    help: ['已更新，重新计数'],
    service: 'updates.finish',
    audit: 'updatesDone',
    async run({ operands: [companyId = ''], operator, services, print }) {
      const done = await services.updates.finish(companyId, operator)
      if (done === 0) throw new AdminRefused('没有人申请更新这家企业。')
      print(`${companyId}：已更新，${done} 人的申请办结。`)
    },
  },
]
