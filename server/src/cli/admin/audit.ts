import type { ChainReport } from '../../features/operators/audit-chain.ts'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

export const auditActions: readonly AdminAction[] = [
  {
    name: 'audit list',
    usage: ['[--operator <操作员>] [--action <操作>] [--subject <对象>] [--before <行号>]'],
    help: ['审计记录，最新的在前；--before 翻页'],
    operands: 0,
    options: ['operator', 'action', 'subject', 'before'],
    service: 'auditLog.list',
    audit: null,
    async run({ option, services, print }) {
      const typed = option('before')
      const before = typed === null ? null : Number(typed)
      if (before !== null && !Number.isSafeInteger(before)) throw new AdminRefused('--before 应为行号。')
      const wanted = { operator: option('operator'), action: option('action'), subject: option('subject') }
      const { rows, next } = await services.auditLog.list({ ...wanted, before })
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
    name: 'audit verify',
    usage: [],
    help: ['检查审计链：被改动、缺失或调换的行'],
    operands: 0,
    service: 'auditLog.verify',
    audit: null,
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
  const { type, number } = flaw
  switch (type) {
    case 'changed':
      return `审计链不完整：第 ${number} 行被改动或调换。`
    case 'missing':
      return `审计链不完整：缺少第 ${number} 行。`
    case 'unchained':
      return `第 ${number} 行之后有旧版本程序写入的记录，不在链中。`
    default:
      return type satisfies never
  }
}
