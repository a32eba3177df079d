import { resultCode } from '@baiqicha/contract/result-codes'
import { Refusal } from '../../platform/http/refusal.ts'
import { waitSentence } from '../../platform/limits/limit-refusal.ts'
import type { QuotaPeriod } from './question-quota.repository.ts'

export const questionEmpty = () => new Refusal({ code: resultCode.questionEmpty, message: '请输入问题' })
export const answerRunning = () => new Refusal({ code: resultCode.answerRunning, message: '上一个问题还在回答' })
export const conversationNotFound = () => new Refusal({ code: resultCode.notFound, message: '未找到该对话' })
export const answerNotFound = () => new Refusal({ code: resultCode.notFound, message: '不存在或已取消分享' })
export const answerNotShareable = () =>
  new Refusal({ code: resultCode.answerNotShareable, message: '该回答没有可分享的内容' })
export const titleEmpty = () => new Refusal({ code: resultCode.questionEmpty, message: '请输入对话名称' })

const reasons: Readonly<Record<QuotaPeriod, string>> = {
  day: '今日提问次数已达上限，请',
  hour: '提问过于频繁，请',
}

export function questionsExhausted({ period, waitMs }: { period: QuotaPeriod; waitMs: number }): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal({
    code: resultCode.tooManyRequests,
    message: waitSentence(reasons[period], retryAfterSeconds),
    retryAfterSeconds,
  })
}
