import * as z from 'zod/mini'
import { defineActions, id, instant, noFields, reason, textOrNone } from './action.ts'

/** A choice of an identity or an industry. `retired`: it is offered no more, and keeps its id. */
const managedChoice = z.object({ id: z.string(), name: z.string(), retired: z.optional(z.boolean()) })
export type ManagedChoice = z.infer<typeof managedChoice>

/** The rules of membership as operators edit them. */
export const managedRulesSchema = z.object({
  giftYears: z.int(),
  careerLimit: z.int(),
  industryLimit: z.int(),
  careers: z.array(managedChoice),
  industries: z.array(managedChoice),
})

export const membershipActions = defineActions({
  'membership grants': {
    /** `mobile`: masked, as in 138****8000. */
    input: z.object({ mobile: z.string().check(z.trim(), z.regex(/^1\d{2}\*{4}\d{4}$/)) }),
    /** Accounts that are or were members; several may have one masked number. */
    output: z.object({
      items: z.array(z.object({ userId: z.string(), mobileMasked: z.string(), endsAt: instant, source: textOrNone })),
    }),
  },
  'membership change': {
    totp: 'fresh',
    /** `until`: the last day of the membership, as in 2026-12-31; empty: it ends at once. */
    input: z.object({ userId: id, until: z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)), reason }),
    output: noFields,
  },
})
