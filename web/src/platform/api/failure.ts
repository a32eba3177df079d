import { resultCode } from '@baiqicha/contract/result-codes'
import { rejectionOf } from './api-error.ts'
import { describeError } from './messages.ts'

/** Why a page has no data, with its message. `missing`: the thing does not exist; `limited`: too many requests. */
export type Failure = { type: 'missing' | 'limited' | 'failed'; reason: string }

/** null: there is no error. */
export function readFailure(error: unknown): Failure | null {
  if (error === null) return null
  const code = rejectionOf(error)?.code
  const reason = describeError(error)
  if (code === resultCode.notFound) return { type: 'missing', reason }
  return { type: code === resultCode.tooManyRequests ? 'limited' : 'failed', reason }
}
