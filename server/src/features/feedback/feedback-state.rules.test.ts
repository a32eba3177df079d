import { type FeedbackState, feedbackStates } from '@baiqicha/contract/feedback'
import { describe, expect, it } from 'vitest'
import { type FeedbackStep, priorityOf, stateAfter } from './feedback-state.rules.ts'

describe('the state of feedback', () => {
  const table: Record<FeedbackStep, Record<FeedbackState, string>> = {
    take: { 已提交: '处理中', 处理中: 'taken', 已回复: '处理中', 已关闭: 'closed' },
    answer: { 已提交: '已回复', 处理中: '已回复', 已回复: '已回复', 已关闭: 'closed' },
    withdraw: {
      已提交: 'notWithdrawable',
      处理中: 'notWithdrawable',
      已回复: '处理中',
      已关闭: 'closed',
    },
    close: { 已提交: '已关闭', 处理中: '已关闭', 已回复: '已关闭', 已关闭: 'closed' },
    reopen: { 已提交: 'notClosed', 处理中: 'notClosed', 已回复: 'notClosed', 已关闭: '处理中' },
    append: { 已提交: '已提交', 处理中: '处理中', 已回复: '处理中', 已关闭: 'closed' },
  }
  const steps: FeedbackStep[] = ['take', 'answer', 'withdraw', 'close', 'reopen', 'append']

  it.each(steps)('after %s follows from the state before', (step) => {
    for (const state of feedbackStates) {
      const after = stateAfter(step, state)
      expect
        .soft({ state, after: after.ok ? after.value : after.error.type })
        .toEqual({ state, after: table[step][state] })
    }
  })

  it('comes first for requests about personal data', () => {
    expect([priorityOf('隐私与删除'), priorityOf('功能异常')]).toEqual([0, 1])
  })
})
