import type { Choice } from '@baiqicha/contract/membership'
import * as z from 'zod/mini'

const choices = z
  .array(
    z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)), name: z.string().check(z.minLength(1)) }),
  )
  .check(
    z.minLength(1),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: '编号重复' }),
  )

const rulesFile = z.strictObject({
  giftYears: z.int().check(z.minimum(1), z.maximum(100)),
  careerLimit: z.int().check(z.minimum(1)),
  industryLimit: z.int().check(z.minimum(1)),
  careers: choices,
  industries: choices,
})

/** What the gift grants, and what may be chosen for it. */
export type MembershipRules = {
  giftYears: number
  careerLimit: number
  industryLimit: number
  careers: readonly Choice[]
  industries: readonly Choice[]
}

/** The rules as their file tells them (data/membership.json). @throws ZodError that names what is wrong in it. */
export const parseMembershipRules = (fileText: string): MembershipRules => z.parse(rulesFile, JSON.parse(fileText))
