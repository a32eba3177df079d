import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OPERATOR_NAME_MAX, type OperatorRole, operatorRoleLabels, operatorRoles } from '@baiqicha/contract/desk/action'
import type { OperatorRow } from '@baiqicha/contract/desk/operators'
import { chinaDayEnd } from '../../domain/clock.ts'
import type { Result } from '../../domain/result.ts'
import { AUDIT_EXPORT_ROWS, type AuditFilters, type ChainReport } from '../../features/operators/audit-log.service.ts'
import type { OperatorAdminError, SetupCode } from '../../features/operators/operator.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'
import { outOf } from './picture-places.ts'

const roleNames = operatorRoles.map((role) => operatorRoleLabels[role]).join('、')
const NO_ROLE = '无'

export const operatorActions: readonly AdminAction[] = [
  {
    name: 'operators list',
    usage: ['[--after <页>]'],
    help: ['后台的操作员、角色与登录状态；--after 翻页'],
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
    audit: 'operatorTotpReset',
    async run({ operands: [name = ''], operator, services, print }) {
      printSetupCode(name, valueOf(await services.operators.resetTotp({ name, operator })), print)
    },
  },
  {
    name: 'operators end-sessions',
    usage: ['<姓名>'],
    help: ['结束全部登录'],
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

const FILTERS =
  '[--operator <操作员>] [--action <操作>] [--subject <对象>] [--from <日期>] [--to <日期>] [--search <文字>]'

function filtersOf({ option }: AdminCall): AuditFilters {
  for (const name of ['from', 'to'] as const) {
    const day = option(name)
    if (day !== null && chinaDayEnd(day) === null) throw new AdminRefused(`--${name} 应为日期，如 2026-11-30。`)
  }
  return {
    operator: option('operator'),
    action: option('action'),
    subject: option('subject'),
    from: option('from'),
    to: option('to'),
    search: option('search'),
  }
}

export const auditActions: readonly AdminAction[] = [
  {
    name: 'audit list',
    usage: [FILTERS, '[--before <行号>]'],
    help: ['审计记录，最新的在前；--before 翻页', '--search 在对象、变化与理由中查找，未写 --from 时为最近 30 天'],
    async run(call) {
      const { option, services, print } = call
      const typed = option('before')
      const before = typed === null ? null : Number(typed)
      if (before !== null && !Number.isSafeInteger(before)) throw new AdminRefused('--before 应为行号。')
      const { rows, next } = await services.auditLog.list({ ...filtersOf(call), before })
      if (rows.length === 0) print('没有符合条件的记录。')
      for (const { number, at, operator, origin, action, subject, reason } of rows) {
        print(
          `#${number}  ${minuteOf(at)}  ${operator}  ${origin ?? '-'}  ${action}  ${subject}  ${reason ?? ''}`.trimEnd(),
        )
      }
      if (next !== null) print(`下一页：audit list --before ${next}`)
    },
  },
  {
    name: 'audit export',
    usage: [`${FILTERS} --out <文件>`],
    help: [`存为 CSV，最新的至多 ${AUDIT_EXPORT_ROWS.toLocaleString('en')} 行`],
    audit: 'auditExported',
    async run(call) {
      const out = outOf(call)
      const { csv, rows } = await call.services.auditLog.export(filtersOf(call), call.operator)
      await writeFile(out, csv, { mode: 0o600 })
      call.print(`${path.resolve(out)}：${rows} 行。`)
    },
  },
  {
    name: 'audit verify',
    help: ['检查审计链：被改动、缺失或调换的行'],
    async run({ services, print }) {
      const report = await services.auditLog.verify()
      if (report.flaw !== null) throw new AdminRefused(chainSentence(report))
      print(chainSentence(report))
    },
  },
]

/** What the verification found, for an operator. */
export function chainSentence({ rows, flaw }: ChainReport): string {
  if (flaw === null) return `审计链完整，共 ${rows} 行。`
  const sentences: Record<typeof flaw.type, string> = {
    changed: `审计链不完整：第 ${flaw.number} 行被改动或调换。`,
    missing: `审计链不完整：缺少第 ${flaw.number} 行。`,
    unchained: `第 ${flaw.number} 行之后有旧版本程序写入的记录，不在链中。`,
  }
  return sentences[flaw.type]
}
