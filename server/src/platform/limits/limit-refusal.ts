import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../http/refusal.ts'
import { limitSentence } from './limit-sentences.ts'
import type { Limited } from './limiter.ts'

/** The refusal for an exceeded limit. `wayRound`: what the user can do instead of waiting. */
export const limitRefusal = (limited: Limited, wayRound?: string) =>
  new Refusal({
    code: resultCode.tooManyRequests,
    message: limitSentence(limited, wayRound),
    retryAfterSeconds: limited.retryAfterSeconds,
  })
