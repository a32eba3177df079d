import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import type { PictureOwner } from '../../features/operators/evidence.service.ts'
import type { DeskServices } from '../desk-handlers.ts'
import { actionRefused } from '../desk-refusals.ts'

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
