import { resultCode } from '@baiqicha/contract/result-codes'
import { describeError, rejectionOf } from './api-error.ts'

/** Reason and message of a page without content: not found, rate-limited, or failed. */
export type Failure = { type: 'missing' | 'limited' | 'failed'; reason: string }

/** Returns null without an error. */
export function readFailure(error: unknown): Failure | null {
  if (error === null) return null
  const code = rejectionOf(error)?.code
  const reason = describeError(error)
  if (code === resultCode.notFound) return { type: 'missing', reason }
  return { type: code === resultCode.tooManyRequests ? 'limited' : 'failed', reason }
}
