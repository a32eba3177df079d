import { OPERATOR_NAME_MAX, type OperatorRole, operatorRoleLabels, operatorRoles } from '@baiqicha/contract/desk/action'
import type { OperatorRow } from '@baiqicha/contract/desk/operators'
import type { Result } from '../../domain/result.ts'
import type { OperatorAdminError, SetupCode } from '../../features/operators/operator.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'

const roleNames = operatorRoles.map((role) => operatorRoleLabels[role]).join('、')
const NO_ROLE = '无'

export const operatorActions: readonly AdminAction[] = [
  {
    name: 'operators list',
    usage: ['[--after <页>]'],
    help: ['后台的操作员、角色与登录状态；--after 翻页'],
    service: 'operators.list',
    async run({ option, services, print }) {
      const { items, total, next } = await services.operators.list(option('after'))
      if (total === 0) print('没有操作员。')
      for (const { name, roles, state, sessions, lastUsedAt } of items) {
        const used = lastUsedAt === null ? '未登录' : `登录 ${sessions} 处，最近 ${minuteOf(lastUsedAt)}`
        print(`${name}  ${labelsOf(roles)}  ${stateLabels[state]}  ${used}`)
      }
      if (next !== null) print(`下一页：operators list --after ${next}`)
    },
  },
  {
    name: 'operators add',
    usage: ['<姓名> --roles <角色>'],
    help: [`角色为 ${roleNames}，逗号分隔`, '显示一次性设置码，24 小时内有效'],
    service: 'operators.add',
    audit: 'operatorAdded',
    async run(call) {
      const [name = ''] = call.operands
      const roles = rolesIn(call)
      if (roles.length === 0) throw new AdminRefused('须用 --roles 指定角色。')
      const added = await call.services.operators.add({ name, roles, operator: call.operator })
      printSetupCode(name, valueOf(added), call.print)
    },
  },
  {
    name: 'operators roles',
    usage: ['<姓名> --roles <角色>'],
    help: [`改为这些角色，并结束登录；--roles ${NO_ROLE} 停用`],
    service: 'operators.setRoles',
    audit: 'operatorRolesChanged',
    async run(call) {
      const [name = ''] = call.operands
      const roles = rolesIn(call)
      valueOf(await call.services.operators.setRoles({ name, roles, operator: call.operator }))
      call.print(`${name}：${labelsOf(roles)}。`)
    },
  },
  {
    name: 'operators reset-totp',
    usage: ['<姓名>'],
    help: ['作废密码、验证器与恢复码，显示新的设置码'],
    service: 'operators.resetTotp',
    audit: 'operatorTotpReset',
    async run({ operands: [name = ''], operator, services, print }) {
      printSetupCode(name, valueOf(await services.operators.resetTotp({ name, operator })), print)
    },
  },
  {
    name: 'operators end-sessions',
    usage: ['<姓名>'],
    help: ['结束全部登录'],
    service: 'operators.endSessions',
    audit: 'operatorSessionsEnded',
    async run({ operands: [name = ''], operator, services, print }) {
      print(`${name}：已结束 ${valueOf(await services.operators.endSessions({ name, operator }))} 处登录。`)
    },
  },
]

const stateLabels: Record<OperatorRow['state'], string> = {
  active: '正常',
  pending: '待设置',
  expired: '设置码已过期',
  disabled: '已停用',
}

const labelsOf = (roles: readonly OperatorRole[]) =>
  roles.length === 0 ? NO_ROLE : roles.map((role) => operatorRoleLabels[role]).join('、')

function rolesIn({ option }: AdminCall): OperatorRole[] {
  const typed = option('roles')
  if (typed === null) throw new AdminRefused('须用 --roles 指定角色。')
  if (typed === NO_ROLE) return []
  return typed.split(/[,，、]/).map((label) => {
    const role = operatorRoles.find((one) => operatorRoleLabels[one] === label.trim() || one === label.trim())
    if (role === undefined) throw new AdminRefused(`--roles 应为 ${roleNames}，逗号分隔。`)
    return role
  })
}

function printSetupCode(name: string, { setupCode, expiresAt }: SetupCode, print: (line: string) => void) {
  print(`${name}：设置码 ${setupCode}，${minuteOf(expiresAt)} 前有效，只显示这一次。`)
  print('在后台登录页选择“首次设置”并输入。')
}

const valueOf = <T>(result: Result<T, OperatorAdminError>) => acceptedByService(result, operatorSentence)

const operatorSentences: Record<OperatorAdminError['type'], string> = {
  unknown: '没有这位操作员。',
  badName: `姓名应为 1 至 ${OPERATOR_NAME_MAX} 个字母、汉字或数字。`,
  nameTaken: '已有同名操作员。',
  lastAdministrator: '这是唯一的管理员，不能取消。',
  changed: '角色已变，请看过再保存。',
}
export const operatorSentence = ({ type }: OperatorAdminError) => operatorSentences[type]
