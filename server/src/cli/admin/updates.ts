import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

export const updateActions: readonly AdminAction[] = [
  {
    name: 'updates list',
    usage: [],
    help: ['有人申请更新的企业'],
    operands: 0,
    service: 'updates.list',
    audit: null,
    async run({ services, print }) {
      const wanted = await services.updates.list()
      if (wanted.length === 0) print('没有人申请更新。')
      for (const row of wanted) {
        print(`${row.companyId}  ${row.requests} 人  自 ${minuteOf(row.since)}  ${row.companyName}`)
      }
    },
  },
  {
    name: 'updates done',
    usage: ['<企业 id>'],
    help: ['已更新，重新计数'],
    operands: 1,
    service: 'updates.finish',
    audit: 'updatesDone',
    async run({ operands: [companyId = ''], operator, services, print }) {
      const done = await services.updates.finish(companyId, operator)
      if (done === 0) throw new AdminRefused('没有人申请更新这家企业。')
      print(`${companyId}：已更新，${done} 人的申请办结。`)
    },
  },
]
