import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chinaDayEnd } from '../../domain/china-day.ts'
import type { ChainReport } from '../../features/operators/audit-chain.ts'
import { AUDIT_EXPORT_ROWS, type AuditFilters } from '../../features/operators/audit-log.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

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
    service: 'auditLog.list',
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
    service: 'auditLog.export',
    audit: 'auditExported',
    async run(call) {
      const out = call.option('out')
      if (out === null) throw new AdminRefused('须用 --out 指定文件。')
      const { csv, rows } = await call.services.auditLog.export(filtersOf(call), call.operator)
      await writeFile(out, csv, { mode: 0o600 })
      call.print(`${path.resolve(out)}：${rows} 行。`)
    },
  },
  {
    name: 'audit verify',
    help: ['检查审计链：被改动、缺失或调换的行'],
    service: 'auditLog.verify',
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
