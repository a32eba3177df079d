import * as z from 'zod/mini'

export const agreementTypes = ['user_protocol', 'privacy_policy', 'membership'] as const
export type AgreementType = (typeof agreementTypes)[number]

const agreementFields = {
  type: z.enum(agreementTypes),
  title: z.string(),
  version: z.string(),
  /** YYYY-MM-DD. */
  effectiveDate: z.string(),
  /** What is different from the version before; null for the first. */
  changeSummary: z.nullable(z.string()),
}

export const agreementListSchema = z.object({
  /** Names the set of 用户协议 and 隐私政策 in force: what consent is given to. */
  agreementVersion: z.string(),
  list: z.array(z.object(agreementFields)),
})
export type AgreementList = z.infer<typeof agreementListSchema>

export const agreementQuery = z.object({ type: z.enum(agreementTypes) })

const blockSchema = z.object({ kind: z.enum(['paragraph', 'item']), text: z.string() })

export const agreementSchema = z.object({
  ...agreementFields,
  /** What stands before the first heading. */
  preface: z.array(blockSchema),
  content: z.array(z.object({ heading: z.string(), blocks: z.array(blockSchema) })),
})
export type Agreement = z.infer<typeof agreementSchema>
