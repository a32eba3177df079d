import { type DeskAction, operatorRoleLabels } from '@baiqicha/contract/desk/action'
import { deskActionNames, deskActions, rolesOf } from '@baiqicha/contract/desk/actions'
import { auditActionLabel } from '@baiqicha/contract/desk/audit'
import { expect, it } from 'vitest'
import { adminActions } from './run-admin.ts'

/** Pages of the desk by the first word of an action. */
const pages: Readonly<Record<string, string>> = {
  corrections: '纠错与异议',
  suppress: '记录与人员屏蔽',
  numbers: '隐藏号码',
  feedback: '反馈',
  users: '用户',
  alerts: '推送',
  updates: '更新与收录',
  inclusions: '更新与收录',
  companies: '企业',
  imports: '导入',
  uploads: '导入',
  sources: '数据来源',
  figures: '统计',
  agreements: '协议',
  membership: '会员',
  content: '首页与我的、联系方式与帮助',
  operations: '运行',
  operators: '操作员',
  backups: '备份',
  checks: '检查',
  alarms: '待办',
  audit: '审计',
}
const fresh = { fresh: 'yes', unlessDryRun: 'unless a dry run' } as const

it('has a table of all actions in the documents', async () => {
  const rows = deskActionNames.map((name) => {
    const { totp }: DeskAction = deskActions[name]
    const command = adminActions.find((action) => action.name === name)
    const [subject = ''] = name.split(' ')
    const labels = [...rolesOf(name).map((role) => operatorRoleLabels[role]), operatorRoleLabels.administrator].join(
      '、',
    )
    const audit = command?.audit == null ? '' : `\`${command.audit}\` ${auditActionLabel(command.audit)}`
    return `| \`${name}\` | ${pages[subject] ?? ''} | ${labels} | ${totp === undefined ? '' : fresh[totp]} | ${audit} |`
  })
  const text = [
    '# Actions of the desk',
    '',
    'Each is a call of the page and the command `npm run admin -- <action>`; `npx vitest run --project unit desk-actions -u` renews this table.',
    '',
    '| Action and command | Page | Roles | Fresh code | Audit row |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../../docs/desk-actions.md')
})
