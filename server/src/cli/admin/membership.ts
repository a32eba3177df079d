import type { MembershipChangeError } from '../../features/membership/membership.admin.service.ts'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'

export const membershipCommands: readonly AdminAction[] = [
  {
    name: 'membership grants',
    usage: ['<遮盖的手机号>'],
    help: ['按 138****8000 查找会员，含已到期的'],
    service: 'memberships.find',
    async run({ operands: [mobile = ''], services, print }) {
      if (!/^1\d{2}\*{4}\d{4}$/.test(mobile)) throw new AdminRefused('手机号应遮盖中间四位，如 138****8000。')
      const found = await services.memberships.find(mobile)
      if (found.length === 0) print('没有符合的会员。')
      for (const { userId, mobileMasked, endsAt, source } of found) {
        print(`${userId}  ${mobileMasked}  至 ${minuteOf(endsAt)}  ${source ?? ''}`.trimEnd())
      }
    },
  },
  {
    name: 'membership change',
    usage: ['<用户 id> --until <最后一天> --reason <理由>', '<用户 id> --end --reason <理由>'],
    help: ['延长或缩短会员；--end 立即结束'],
    service: 'memberships.change',
    audit: 'membershipChanged',
    async run(call) {
      const { operands, flag, operator, services, print } = call
      const [userId = ''] = operands
      const until = call.option('until')
      const reason = call.reason()
      if ((until === null) !== flag('end')) throw new AdminRefused('须用 --until 指定最后一天，或用 --end 立即结束。')
      const changed = await services.memberships.change({ userId, until: until ?? '', reason, operator })
      acceptedByService(changed, membershipSentence)
      print(until === null ? '会员已结束。' : `会员至 ${until}。`)
    },
  },
]

export function membershipSentence({ type }: MembershipChangeError): string {
  return type === 'noMember' ? '这个账户不是会员，也没有当过会员。' : '最后一天应为今天或以后，最多 20 年。'
}
