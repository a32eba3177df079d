import type { Choice } from '@baiqicha/contract/membership'
import * as z from 'zod/mini'
import { CHINA_MS } from '../clock.ts'
import { failed, ok, type Result } from '../result.ts'

const SECOND = 1_000

/**
 * End of a membership that begins at `from` (milliseconds): the same calendar day `years` later, 23:59:59 in Shanghai;
 * 28 February when there is no 29th.
 */
export function membershipEnd(from: number, years: number): number {
  const day = new Date(from + CHINA_MS)
  const year = day.getUTCFullYear() + years
  const month = day.getUTCMonth()
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day.getUTCDate(), lastOfMonth), 23, 59, 59) - CHINA_MS
}

/** Whether a membership is running. Its last second is included. */
export const isRunning = (vipExpireAt: number | null, now: number): vipExpireAt is number =>
  vipExpireAt !== null && now < vipExpireAt + SECOND

const choices = z
  .array(
    z.strictObject({
      id: z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)),
      name: z.string().check(z.minLength(1)),
      /** Offered no more. Users who chose it keep it, and its id is never used again. */
      retired: z.optional(z.boolean()),
    }),
  )
  .check(
    z.minLength(1),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: '编号重复' }),
  )
/** One digit, because messages state it as one Chinese numeral. */
const limit = z.int().check(z.minimum(1), z.maximum(9))

export const membershipRulesSchema = z.strictObject({
  giftYears: z.int().check(z.minimum(1), z.maximum(100)),
  careerLimit: limit,
  industryLimit: limit,
  careers: choices,
  industries: choices,
})

/** Length of the gift, and the choices offered for it. */
export type MembershipRules = z.output<typeof membershipRulesSchema>

/** Parses data/membership.json, and the content that operators publish. @throws ZodError naming the problem. */
export const parseMembershipRules = (fileText: string): MembershipRules =>
  z.parse(membershipRulesSchema, JSON.parse(fileText))

/** The choices that are offered. */
export const offeredChoices = (all: MembershipRules['careers']): Choice[] =>
  all.flatMap(({ id, name, retired }) => (retired === true ? [] : [{ id, name }]))

export type ChoiceKind = 'career' | 'industry'
/** `limit`: the most choices allowed. `unfit`: a choice is not listed, or is repeated. */
export type ChoiceError = { type: 'tooMany'; kind: ChoiceKind; limit: number } | { type: 'unfit'; kind: ChoiceKind }

/** Parses ids joined by commas, in the given order. An empty text means no choices. */
export function readChoices(rules: MembershipRules, kind: ChoiceKind, joined: string): Result<string[], ChoiceError> {
  const [known, most] = kind === 'career' ? [rules.careers, rules.careerLimit] : [rules.industries, rules.industryLimit]
  const ids = joined === '' ? [] : joined.split(',')
  if (ids.length > most) return failed({ type: 'tooMany', kind, limit: most })
  const areFit =
    new Set(ids).size === ids.length && ids.every((id) => offeredChoices(known).some((choice) => choice.id === id))
  return areFit ? ok(ids) : failed({ type: 'unfit', kind })
}
