import * as z from 'zod/mini'

export const agreementTypes = ['user_protocol', 'privacy_policy', 'membership'] as const
export type AgreementType = (typeof agreementTypes)[number]

const agreementFields = {
  type: z.enum(agreementTypes),
  title: z.string(),
  version: z.string(),
  /** YYYY-MM-DD. */
  effectiveDate: z.string(),
  /** Changes since the version before; null: first version. */
  changeSummary: z.nullable(z.string()),
}

export const agreementListSchema = z.object({
  /** Version of the set of 用户协议 and 隐私政策 in force, to which consent is given. */
  agreementVersion: z.string(),
  list: z.array(z.object(agreementFields)),
})
export type AgreementList = z.infer<typeof agreementListSchema>

export const agreementQuery = z.object({ type: z.enum(agreementTypes) })

const blockSchema = z.object({ kind: z.enum(['paragraph', 'item']), text: z.string() })

export const agreementSchema = z.object({
  ...agreementFields,
  /** Blocks before the first heading. */
  preface: z.array(blockSchema),
  content: z.array(z.object({ heading: z.string(), blocks: z.array(blockSchema) })),
})
export type Agreement = z.infer<typeof agreementSchema>
