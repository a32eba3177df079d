import { checkTexts } from '@baiqicha/contract/desk/checks'
import { alarmLabels } from '@baiqicha/contract/desk/operations'
import type { AdminAction } from './admin-action.ts'
import { minuteOf } from './admin-refused.ts'

export const alarmCommands: readonly AdminAction[] = [
  {
    name: 'alarms list',
    usage: [],
    help: ['中止的导入、失败的服务与运行告警'],
    operands: 0,
    service: 'alarms.list',
    audit: null,
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
