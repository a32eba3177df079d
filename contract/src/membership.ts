import * as z from 'zod/mini'
import { choiceSchema } from './user-detail.ts'

export { type Choice, choiceSchema } from './user-detail.ts'

export const careerIndustrySchema = z.object({
  careerList: z.array(choiceSchema),
  industryList: z.array(choiceSchema),
  /** Maximum number of choices. */
  careerLimit: z.int(),
  industryLimit: z.int(),
})
export type CareerIndustry = z.infer<typeof careerIndustrySchema>

/** Ids joined by commas. */
const ids = z.string().check(z.maxLength(512))

/** Input of the call that claims the gift. */
export const saveIndustryCareerBody = z.object({ careerIdStr: ids, industryIdStr: ids })
/** Empty: deletes the choices. */
export const saveCareerBody = z.object({ careerIdStr: ids })
export const saveIndustryBody = z.object({ industryIdStr: ids })

export const giftAnswerSchema = z.object({
  vipExpireAt: z.string(),
  /** Whether this call made the grant; false: an earlier call did. */
  isNew: z.boolean(),
})
export type GiftAnswer = z.infer<typeof giftAnswerSchema>
