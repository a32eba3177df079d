import type { HiddenNumberAdminError } from '../../features/leads/hidden-number.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused } from './admin-refused.ts'

export const numberActions: readonly AdminAction[] = [
  {
    name: 'numbers list',
    usage: [],
    help: ['已隐藏号码的数量，不列出号码'],
    operands: 0,
    service: 'numbers.count',
    audit: null,
    async run({ services, print }) {
      const { byOwner, byOperator } = await services.numbers.count()
      print(`已隐藏号码 ${byOwner + byOperator} 个：本人申请 ${byOwner} 个，运营添加 ${byOperator} 个。`)
    },
  },
  {
    name: 'numbers add',
    usage: ['<号码或邮箱> --reason <理由>'],
    help: ['隐藏一个号码，各来源均不再显示；以后导入的同样隐藏'],
    operands: 1,
    options: ['reason'],
    service: 'numbers.add',
    audit: 'numberHidden',
    async run(call) {
      const added = await call.services.numbers.add(stepOf(call))
      if (!added.ok) throw new AdminRefused(sentence(added.error, '该号码已隐藏。'))
      call.print(`${added.value}：已隐藏。`)
    },
  },
  {
    name: 'numbers remove',
    usage: ['<号码或邮箱> --reason <理由>'],
    help: ['恢复显示一个号码'],
    operands: 1,
    options: ['reason'],
    service: 'numbers.remove',
    audit: 'numberShown',
    async run(call) {
      const removed = await call.services.numbers.remove(stepOf(call))
      if (!removed.ok) throw new AdminRefused(sentence(removed.error, '该号码未隐藏。'))
      call.print(`${removed.value}：已恢复显示。`)
    },
  },
]

function stepOf({ operands: [number = ''], option, operator }: AdminCall) {
  const reason = option('reason')
  if (reason === null) throw new AdminRefused('须用 --reason 说明理由。')
  return { number, reason, operator }
}

const sentence = (error: HiddenNumberAdminError, unchanged: string) =>
  error.type === 'unchanged' ? unchanged : `${error.flaw}。`
