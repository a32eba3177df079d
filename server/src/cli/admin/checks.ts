import { type CheckKey, checkKeys, checkTexts } from '@baiqicha/contract/desk/checks'
import type { TestError } from '../../features/operators/service-checks.service.ts'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

const stateLabels = { unset: '未设置', untested: '未测试', passed: '通过', failed: '失败' } as const
const labels = checkKeys.map((key) => checkTexts[key].label).join('、')

export const checkCommands: readonly AdminAction[] = [
  {
    name: 'checks list',
    help: ['各项服务：是否设置，最近成功，最近失败与原因'],
    service: 'checks.list',
    async run({ services, print }) {
      const { items } = await services.checks.list()
      for (const { key, state, value, succeededAt, failedAt, cause } of items) {
        print(`${checkTexts[key].label}  ${stateLabels[state]}  ${value}`)
        if (succeededAt !== null) print(`  最近成功 ${minuteOf(succeededAt)}`)
        if (failedAt !== null) print(`  最近失败 ${minuteOf(failedAt)}  ${cause ?? ''}`)
      }
    },
  },
  {
    name: 'checks test',
    usage: ['<项目> [--to <手机号或邮箱>]'],
    help: [`测试一项：${labels}`, '短信、邮件、通知与模型每天限次，短信与模型计费'],
    service: 'checks.test',
    audit: 'serviceTested',
    async run({ operands: [name = ''], option, operator, services, print }) {
      const key = checkKeys.find((one) => one === name || checkTexts[one].label === name)
      if (key === undefined) throw new AdminRefused(`项目应为 ${labels}。`)
      const tested = await services.checks.test({ key, to: option('to') ?? '', operator })
      if (!tested.ok) throw new AdminRefused(testSentence(tested.error, key))
      const { isPassed, sentence } = tested.value
      if (!isPassed) throw new AdminRefused(`${checkTexts[key].label}：失败。${sentence}`)
      print(`${checkTexts[key].label}：通过。${sentence}`)
    },
  },
]

/** Why a test was not run. */
export function testSentence({ type }: TestError, key: CheckKey): string {
  const { label, to, perDay } = checkTexts[key]
  switch (type) {
    case 'unset':
      return `${label}未设置，不能测试。`
    case 'badTarget':
      return `请填写${to ?? ''}。`
    case 'tooMany':
      return `${label}今天已测试 ${perDay} 次，明天再试。`
    default:
      return type satisfies never
  }
}
