import type { AlertAdminError } from '../../features/alerts/alert.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { acceptedByService, minuteOf } from './admin-refused.ts'

const stateLabels = { on: '正常', failing: '失败', refused: '被拒收', stopped: '已停止' } as const

export const alertCommands: readonly AdminAction[] = [
  {
    name: 'alerts list',
    usage: ['[--after <编号>]'],
    help: ['每日简报与 Webhook：待发、失败、被拒收与已停止的地址，遮盖'],
    async run({ option, services, print }) {
      const { targets, queued, sent, items, next } = await services.alerts.list(option('after'))
      print(`地址 ${targets} 个：今日待发 ${queued} 个，已发 ${sent} 个。`)
      for (const { reference, format, masked, state, cause, failedAt, retryAt } of items) {
        const times = [failedAt, retryAt].map((at) => (at === null ? '-' : minuteOf(at)))
        print(`${reference}  ${format}  ${masked}  ${stateLabels[state]}  ${cause ?? ''}`)
        print(`  失败 ${times[0]}，再试 ${times[1]}`)
      }
      if (next !== null) print(`下一页：alerts --after ${next}`)
    },
  },
  {
    name: 'alerts stop',
    usage: ['<编号或邮箱> --reason <理由>'],
    help: ['不再向一个地址发送，以后设置的同样不发；用户看到理由'],
    audit: 'alertStopped',
    async run(call) {
      const stopped = await call.services.alerts.stop(stepOf(call))
      call.print(`${acceptedByService(stopped, (error) => alertSentence(error, '该地址已停止。'))}：已停止。`)
    },
  },
  {
    name: 'alerts resume',
    usage: ['<编号或邮箱> --reason <理由>'],
    help: ['恢复向一个地址发送'],
    audit: 'alertResumed',
    async run(call) {
      const resumed = await call.services.alerts.resume(stepOf(call))
      call.print(`${acceptedByService(resumed, (error) => alertSentence(error, '该地址未停止。'))}：已恢复。`)
    },
  },
]

const stepOf = ({ operands: [target = ''], reason, operator }: AdminCall) => ({ target, reason: reason(), operator })

export const alertSentence = (error: AlertAdminError, unchanged: string) =>
  error.type === 'unchanged' ? unchanged : '没有这个地址，应为编号或完整邮箱。'
