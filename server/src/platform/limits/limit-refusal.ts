import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../http/refusal.ts'
import { limitSentence } from './limit-sentences.ts'
import type { Limited, Limiter, Spend } from './limiter.ts'

/** The refusal for an exceeded limit. `wayRound`: what the user can do instead of waiting. */
export const limitRefusal = (limited: Limited, wayRound?: string) =>
  new Refusal({
    code: resultCode.tooManyRequests,
    message: limitSentence(limited, wayRound),
    retryAfterSeconds: limited.retryAfterSeconds,
  })

/** Takes from all buckets, or from none. @throws Refusal when one of them is empty */
export async function takeOrRefuse(limiter: Pick<Limiter, 'take'>, spends: readonly Spend[]) {
  const taken = await limiter.take(spends)
  if (!taken.ok) throw limitRefusal(taken.error)
  return taken.value
}
