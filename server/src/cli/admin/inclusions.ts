import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

export const inclusionActions: readonly AdminAction[] = [
  {
    name: 'inclusions list',
    usage: ['[--after <页>]'],
    help: ['有人申请收录的企业，按人数排列；--after 翻页'],
    operands: 0,
    options: ['after'],
    service: 'inclusions.list',
    audit: null,
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
    operands: 1,
    service: 'inclusions.finish',
    audit: 'inclusionsDone',
    async run({ operands: [keyword = ''], operator, services, print }) {
      const done = await services.inclusions.finish(keyword, operator)
      if (done === 0) throw new AdminRefused(`没有收录“${keyword}”的申请。`)
      print(`${keyword}：已收录，${done} 人的申请办结。`)
    },
  },
]
