import * as z from 'zod/mini'

export const accountFacts = ['登录', '领礼'] as const
/** What happened to an account, from the audit of accounts, not from clicks. */
export type AccountFact = (typeof accountFacts)[number]

const FUNNEL_STEPS = 8
const keys = z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.minLength(1))
const name = z.string().check(z.minLength(1), z.maxLength(20))
const step = z.union([
  z.strictObject({ name, pageKeys: keys }),
  z.strictObject({ name, trackIds: keys }),
  z.strictObject({ name, fact: z.enum(accountFacts) }),
])
const funnelSchema = z.strictObject({ steps: z.array(step).check(z.minLength(1), z.maxLength(FUNNEL_STEPS)) })

type FunnelStep = z.infer<typeof step>

/** Parses data/funnel.json. @throws ZodError naming the problem */
export const parseFunnel = (text: string): FunnelStep[] => funnelSchema.parse(JSON.parse(text)).steps

/** Steps that were taken in order, from the first one on. `taken` is ordered by time. */
export function stepsInOrder(taken: readonly number[]): number {
  let next = 0
  for (const one of taken) if (one === next) next += 1
  return next
}

/** Steps from the first one on that were all taken, in any order. */
export function stepsInAnyOrder(taken: readonly number[]): number {
  const known = new Set(taken)
  let next = 0
  while (known.has(next)) next += 1
  return next
}
