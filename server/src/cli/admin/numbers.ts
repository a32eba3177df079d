import type { HiddenNumberAdminError } from '../../features/leads/hidden-number.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { acceptedByService, minuteOf } from './admin-refused.ts'

export const numberActions: readonly AdminAction[] = [
  {
    name: 'numbers list',
    usage: ['[--after <编号>]'],
    help: ['已隐藏的号码，遮盖；本人申请与运营添加'],
    service: 'numbers.list',
    async run({ option, services, print }) {
      const { byOwner, byOperator, items, next } = await services.numbers.list(option('after'))
      print(`已隐藏号码 ${byOwner + byOperator} 个：本人申请 ${byOwner} 个，运营添加 ${byOperator} 个。`)
      for (const { reference, masked, addedBy, reason, hiddenAt } of items) {
        print(`${reference}  ${minuteOf(hiddenAt)}  ${masked}  ${addedBy === 'owner' ? '本人申请' : reason}`)
      }
      if (next !== null) print(`下一页：numbers --after ${next}`)
    },
  },
  {
    name: 'numbers add',
    usage: ['<号码或邮箱> --reason <理由>'],
    help: ['隐藏一个号码，各来源均不再显示；以后导入的同样隐藏'],
    service: 'numbers.add',
    audit: 'numberHidden',
    async run(call) {
      const added = await call.services.numbers.add(stepOf(call))
      call.print(`${acceptedByService(added, (error) => numberSentence(error, '该号码已隐藏。'))}：已隐藏。`)
    },
  },
  {
    name: 'numbers remove',
    usage: ['<号码、邮箱或编号> --reason <理由>'],
    help: ['恢复显示一个号码'],
    service: 'numbers.remove',
    audit: 'numberShown',
    async run(call) {
      const removed = await call.services.numbers.remove(stepOf(call))
      call.print(`${acceptedByService(removed, (error) => numberSentence(error, '该号码未隐藏。'))}：已恢复显示。`)
    },
  },
]

const stepOf = ({ operands: [number = ''], reason, operator }: AdminCall) => ({ number, reason: reason(), operator })

export const numberSentence = (error: HiddenNumberAdminError, unchanged: string) =>
  error.type === 'unchanged' ? unchanged : `${error.flaw}。`
