import { auditActionLabel, changesText } from '@baiqicha/contract/desk/audit-fields'
import { minuteOf } from '../../cli/admin/admin-refused.ts'
import type { OperatorAction } from '../../platform/database/tables/operator-audit.ts'
import type { DeskServices } from '../desk-handlers.ts'

/**
 * Who changed a subject last, when, and which fields: the rest of the sentence that refuses the later of two operators.
 * `actions`: the changes that count; absent: any.
 */
export async function lastChange(
  { auditLog }: Pick<DeskServices, 'auditLog'>,
  subject: string,
  actions?: readonly OperatorAction[],
): Promise<string> {
  const row = await auditLog.newestOf(subject, actions)
  if (row === null) return ''
  const name = row.operator.replace(/^\w+:/, '')
  const changes = changesText(row)
  return `${name} 已于 ${minuteOf(row.at)} ${auditActionLabel(row.action)}${changes === '' ? '' : `（${changes}）`}`
}
