import { checkTexts } from '@baiqicha/contract/desk/checks'
import type { AdminAction } from './admin-action.ts'
import { minuteOf } from './admin-refused.ts'

export const alarmCommands: readonly AdminAction[] = [
  {
    name: 'alarms list',
    usage: [],
    help: ['中止的导入与失败的服务'],
    operands: 0,
    service: 'alarms.list',
    audit: null,
    async run({ services, print }) {
      const { imports, services: failing } = await services.alarms.list()
      if (imports.length + failing.length === 0) print('没有告警。')
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
