import * as z from 'zod/mini'

/** Identity (career) or industry, as a person says it of themselves. */
export const choiceSchema = z.object({ id: z.string(), name: z.string() })
export type Choice = z.infer<typeof choiceSchema>

export const careerIndustrySchema = z.object({
  careerList: z.array(choiceSchema),
  industryList: z.array(choiceSchema),
  /** How many of each may be chosen. */
  careerLimit: z.int(),
  industryLimit: z.int(),
})
export type CareerIndustry = z.infer<typeof careerIndustrySchema>

/** Ids joined by commas. */
const ids = z.string().check(z.maxLength(512))

/** Claims the gift. */
export const saveIndustryCareerBody = z.object({ careerIdStr: ids, industryIdStr: ids })
/** Empty deletes what was chosen. */
export const saveCareerBody = z.object({ careerIdStr: ids })
export const saveIndustryBody = z.object({ industryIdStr: ids })

export const giftAnswerSchema = z.object({
  vipExpireAt: z.string(),
  /** Whether this very call made the grant; false when it was made before. */
  isNew: z.boolean(),
})
export type GiftAnswer = z.infer<typeof giftAnswerSchema>
