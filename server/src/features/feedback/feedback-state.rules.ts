import type { FeedbackKind, FeedbackState } from '@baiqicha/contract/feedback'
import { DAY_MS } from '../../domain/clock.ts'
import { failed, ok, type Result } from '../../domain/result.ts'

/** Answered feedback without a further message closes after this. */
export const CLOSES_AFTER_MS = 90 * DAY_MS
/** Pictures and contact stay available for this long after closing; then both are deleted. */
export const RETENTION_AFTER_CLOSING_MS = 180 * DAY_MS
/** The same text from the same sender within this time is one entry. */
export const SAME_TEXT_MS = 10 * 60_000

/** An answer can be withdrawn for this long. */
export const WITHDRAWABLE_MS = 10 * 60_000

/** Steps of the operator, and the addition of the sender. */
export type FeedbackStep = 'take' | 'answer' | 'withdraw' | 'close' | 'reopen' | 'append'
export type FeedbackStateError =
  | { type: 'closed' }
  | { type: 'notClosed' }
  | { type: 'taken' }
  /** No answer is newest, or the time to withdraw it is over. */
  | { type: 'notWithdrawable' }

/** State after a step. An addition to answered feedback needs the operator again. */
export function stateAfter(step: FeedbackStep, state: FeedbackState): Result<FeedbackState, FeedbackStateError> {
  if (step === 'reopen') return state === '已关闭' ? ok('处理中') : failed({ type: 'notClosed' })
  if (state === '已关闭') return failed({ type: 'closed' })
  switch (step) {
    case 'take':
      return state === '处理中' ? failed({ type: 'taken' }) : ok('处理中')
    case 'answer':
      return ok('已回复')
    case 'withdraw':
      return state === '已回复' ? ok('处理中') : failed({ type: 'notWithdrawable' })
    case 'close':
      return ok('已关闭')
    case 'append':
      return ok(state === '已回复' ? '处理中' : state)
    default:
      return step satisfies never
  }
}

/** Requests about personal data have a deadline in law and come first. */
export const priorityOf = (kind: FeedbackKind) => (kind === '隐私与删除' ? 0 : 1)
