import type { DeskActionName, DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import { auditActionLabel, changesText } from '@baiqicha/contract/desk/audit'
import { minuteOf } from '../cli/admin/admin-refused.ts'
import type { AdminServices } from '../cli/admin/admin-services.ts'
import { parseFollowUpNumber } from '../domain/follow-up-number.ts'
import type { PictureOwner } from '../features/operators/evidence.service.ts'
import type { OperatorAction } from '../platform/database/tables/operator-audit.ts'
import { actionRefused } from './desk-refusals.ts'

/** Runs an action. `operator`: as in `desk:演示甲`. @throws Refusal */
export type DeskHandler<K extends DeskActionName> = (
  input: ParsedDeskInput<K>,
  operator: string,
) => Promise<DeskOutput<K>>
export type DeskHandlers<K extends DeskActionName = DeskActionName> = { [Key in K]: DeskHandler<Key> }

/** The services that actions of the desk call: those of the commands. */
export type DeskServices = AdminServices

/** Actions of one subject. */
export type ActionsOf<Subject extends string> = Extract<DeskActionName, `${Subject} ${string}`>

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

/** A picture of a correction or of feedback; the view is audited. */
export async function showPicture(
  { evidence }: DeskServices,
  of: PictureOwner,
  { number, picture }: { number: string; picture: string },
  operator: string,
) {
  const shown = await evidence.show({ of, number: parseFollowUpNumber(number), picture, operator })
  if (!shown.ok) throw actionRefused('没有这张图片，或已按期删除。')
  return { jpeg: shown.value.toString('base64') }
}
