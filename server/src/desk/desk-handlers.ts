import type { DeskActionName, DeskOutput, ParsedDeskInput } from '@baiqicha/contract/desk/actions'
import { auditActionLabel, changesText, type OperatorAction } from '@baiqicha/contract/desk/audit'
import { resultCode } from '@baiqicha/contract/result-codes'
import { AdminRefused, minuteOf } from '../cli/admin/admin-refused.ts'
import type { AdminServices } from '../cli/admin/admin-services.ts'
import { parseFollowUpNumber } from '../domain/follow-up-number.ts'
import type { PictureOwner } from '../features/operators/evidence.service.ts'
import type { LoginError } from '../features/operators/operator-login.service.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { waitSentence } from '../platform/limits/limit-refusal.ts'

export const actionRefused = (message: string) => new Refusal({ code: resultCode.actionRefused, message })

export const roleMissing = () => new Refusal({ code: resultCode.roleMissing, message: '您的角色没有此权限' })

const tooManyAttempts = (retryAfterSeconds: number) =>
  new Refusal({
    code: resultCode.tooManyRequests,
    message: waitSentence('尝试次数过多，请', retryAfterSeconds),
    retryAfterSeconds,
  })

export const loginRefusal = (error: LoginError) =>
  error.type === 'limited'
    ? tooManyAttempts(error.retryAfterSeconds)
    : new Refusal({ code: resultCode.operatorLoginWrong, message: '姓名、密码或动态码不正确' })

/** `error`: null: no code was sent. */
export const freshCodeRefusal = (error: LoginError | null) =>
  error?.type === 'limited'
    ? tooManyAttempts(error.retryAfterSeconds)
    : new Refusal({
        code: resultCode.freshCodeNeeded,
        message: error === null ? '请输入动态码' : '动态码不正确或已用过，请等待下一个',
      })

/** Runs the work; a refusal of a command or of an importer is one of the desk. @throws Refusal */
export const refusedByDesk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AdminRefused || error instanceof ImportRefused ? actionRefused(error.message) : error
  })

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
