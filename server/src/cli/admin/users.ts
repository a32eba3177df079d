import { LOCK_DAYS_MAX, type UserAccount } from '@baiqicha/contract/desk/users'
import type { Result } from '../../domain/result.ts'
import type { UserAdminError } from '../../features/account/user.admin.service.ts'
import type { MembershipChangeError } from '../../features/membership/membership.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'

export const userCommands: readonly AdminAction[] = [
  {
    name: 'users show',
    usage: ['<手机号或用户编号>'],
    help: ['账户、设备、会员与计数，手机号遮盖；每次查看写入审计'],
    audit: 'userShown',
    async run({ operands: [key = ''], operator, services, print }) {
      printAccount(valueOf(await services.users.show({ key, operator })), print)
    },
  },
  {
    name: 'users end-sessions',
    usage: ['<用户编号> --reason <理由>'],
    help: ['结束全部登录'],
    audit: 'userSessionsEnded',
    async run(call) {
      const ended = valueOf(await call.services.users.endSessions(stepOf(call)))
      call.print(`已结束 ${ended} 处登录。`)
    },
  },
  {
    name: 'users lock',
    usage: ['<用户编号> --reason <理由> --until <日期>'],
    help: ['停用账户到这一天结束；用户看到理由，仍可导出数据与注销'],
    audit: 'userLocked',
    async run(call) {
      const step = { ...stepOf(call), until: call.option('until') ?? '' }
      valueOf(await call.services.users.lock(step))
      call.print(`${step.userId}：已停用至 ${step.until}。`)
    },
  },
  {
    name: 'users unlock',
    usage: ['<用户编号> --reason <理由>'],
    help: ['恢复账户'],
    audit: 'userUnlocked',
    async run(call) {
      const step = stepOf(call)
      valueOf(await call.services.users.unlock(step))
      call.print(`${step.userId}：已恢复。`)
    },
  },
]

const stepOf = ({ operands: [userId = ''], reason, operator }: AdminCall) => ({ userId, reason: reason(), operator })

const valueOf = <T>(result: Result<T, UserAdminError>) => acceptedByService(result, userSentence)

const userSentences: Record<UserAdminError['type'], string> = {
  unknown: '没有这个用户，应为完整手机号或用户编号。',
  badDay: `停用到哪一天应为今天起 ${LOCK_DAYS_MAX} 天内的日期，如 2026-12-31。`,
  notLocked: '这个账户没有停用。',
  changed: '停用状态已变，请看过再保存。',
}
export const userSentence = ({ type }: UserAdminError) => userSentences[type]

function printAccount({ devices, counts, lock, ...account }: UserAccount, print: (line: string) => void) {
  const { userId, mobileMasked, registeredAt, vipExpireAt, eraseAt } = account
  print(`${userId}  ${mobileMasked}  注册 ${minuteOf(registeredAt)}`)
  print(`  会员：${vipExpireAt === null ? '无' : `至 ${minuteOf(vipExpireAt)}`}`)
  if (eraseAt !== null) print(`  注销中：${minuteOf(eraseAt)} 删除`)
  if (lock !== null) print(`  已停用至 ${minuteOf(lock.endsAt)}：${lock.reason}`)
  for (const { deviceType, lastUsedAt } of devices) print(`  设备 ${deviceType}，最近 ${minuteOf(lastUsedAt)}`)
  print(`  关注 ${counts.follows}，浏览 ${counts.views}，搜索 ${counts.searches}`)
  print(`  24 小时内：提问 ${counts.questions}，联系方式 ${counts.contacts}`)
  print(`  反馈 ${counts.feedback}，纠错 ${counts.corrections}`)
}

export const membershipCommands: readonly AdminAction[] = [
  {
    name: 'membership grants',
    usage: ['<遮盖的手机号>'],
    help: ['按 138****8000 查找会员，含已到期的'],
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
