import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../http/refusal.ts'
import { limitSentence } from './limit-sentences.ts'
import type { Limited } from './limiter.ts'

/** The refusal for an exceeded limit. */
export const limitRefusal = (limited: Limited) =>
  new Refusal({
    code: resultCode.tooManyRequests,
    message: limitSentence(limited),
    retryAfterSeconds: limited.retryAfterSeconds,
  })
