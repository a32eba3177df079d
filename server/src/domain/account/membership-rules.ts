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
/** Said as one character of a sentence. */
const limit = z.int().check(z.minimum(1), z.maximum(9))

const rulesFile = z.strictObject({
  giftYears: z.int().check(z.minimum(1), z.maximum(100)),
  careerLimit: limit,
  industryLimit: limit,
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

export type ChoiceKind = 'career' | 'industry'
/** `limit` is how many may be chosen; `unfit` ones are not in the list, or there twice. */
export type ChoiceError = { type: 'tooMany'; kind: ChoiceKind; limit: number } | { type: 'unfit'; kind: ChoiceKind }

/** What was chosen, in that order, from ids joined by commas. None is a choice too. */
export function readChoices(rules: MembershipRules, kind: ChoiceKind, joined: string): Result<string[], ChoiceError> {
  const [known, most] = kind === 'career' ? [rules.careers, rules.careerLimit] : [rules.industries, rules.industryLimit]
  const ids = joined === '' ? [] : joined.split(',')
  if (ids.length > most) return failed({ type: 'tooMany', kind, limit: most })
  const areFit = new Set(ids).size === ids.length && ids.every((id) => known.some((choice) => choice.id === id))
  return areFit ? ok(ids) : failed({ type: 'unfit', kind })
}
