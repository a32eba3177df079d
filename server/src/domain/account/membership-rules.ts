import type { Choice } from '@baiqicha/contract/membership'
import * as z from 'zod/mini'
import { failed, ok, type Result } from '../result.ts'

const choices = z
  .array(
    z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)), name: z.string().check(z.minLength(1)) }),
  )
  .check(
    z.minLength(1),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: '编号重复' }),
  )
/** One digit, because messages state it as one Chinese numeral. */
const limit = z.int().check(z.minimum(1), z.maximum(9))

const rulesFile = z.strictObject({
  giftYears: z.int().check(z.minimum(1), z.maximum(100)),
  careerLimit: limit,
  industryLimit: limit,
  careers: choices,
  industries: choices,
})

/** Length of the gift, and the choices offered for it. */
export type MembershipRules = {
  giftYears: number
  careerLimit: number
  industryLimit: number
  careers: readonly Choice[]
  industries: readonly Choice[]
}

/** Parses data/membership.json. @throws ZodError naming the problem. */
export const parseMembershipRules = (fileText: string): MembershipRules => z.parse(rulesFile, JSON.parse(fileText))

export type ChoiceKind = 'career' | 'industry'
/** `limit`: the most choices allowed. `unfit`: a choice is not listed, or is repeated. */
export type ChoiceError = { type: 'tooMany'; kind: ChoiceKind; limit: number } | { type: 'unfit'; kind: ChoiceKind }

/** Parses ids joined by commas, in the given order. An empty text means no choices. */
export function readChoices(rules: MembershipRules, kind: ChoiceKind, joined: string): Result<string[], ChoiceError> {
  const [known, most] = kind === 'career' ? [rules.careers, rules.careerLimit] : [rules.industries, rules.industryLimit]
  const ids = joined === '' ? [] : joined.split(',')
  if (ids.length > most) return failed({ type: 'tooMany', kind, limit: most })
  const areFit = new Set(ids).size === ids.length && ids.every((id) => known.some((choice) => choice.id === id))
  return areFit ? ok(ids) : failed({ type: 'unfit', kind })
}
