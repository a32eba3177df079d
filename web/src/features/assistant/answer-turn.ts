import type { Answer, AnswerEvent } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'

/**
 * A question and its answer. `asking`: no event has arrived. `loading`: the answer is produced elsewhere, or its connection
 * broke, and the stored answer is requested. `broken`: the server could not be reached for a minute.
 */
export type Turn = {
  /** Identifies the turn on this page, also before the answer has an id. */
  key: string
  phase: 'asking' | 'streaming' | 'loading' | 'broken' | 'ended'
  /** What is being looked up; null: nothing to show. */
  step: string | null
  answer: Answer
}

const emptyAnswer = (question: string): Answer => ({
  answerId: '',
  conversationId: null,
  question,
  askedAt: '',
  companies: [],
  records: 0,
  status: '生成中',
  segments: [],
  table: null,
  bars: null,
  choice: null,
  asOf: null,
  followUps: [],
  disclaimer: '',
  partial: false,
  message: null,
  useful: null,
  isShared: false,
  isDemo: false,
})

export const newTurn = (key: string, question: string): Turn => ({
  key,
  phase: 'asking',
  step: null,
  answer: emptyAnswer(question),
})

export const turnOf = (answer: Answer): Turn => ({
  key: answer.answerId,
  phase: answer.status === '生成中' ? 'loading' : 'ended',
  step: null,
  answer,
})

const endTurn = (turn: Turn, end: Partial<Answer>): Turn => ({
  ...turn,
  phase: 'ended',
  step: null,
  answer: { ...turn.answer, ...end },
})

/** The turn after a failure, which it states. */
export const failTurn = (turn: Turn, message: string) => endTurn(turn, { status: '失败', message })

/** The turn of an answer that was stopped, with the text shown so far. */
export const stoppedTurn = (turn: Turn) => endTurn(turn, { status: '已停止' })

export function applyEvent(turn: Turn, event: AnswerEvent): Turn {
  const next: Turn = { ...turn, phase: 'streaming' }
  const { answer } = turn
  switch (event.type) {
    case 'meta': {
      const { answerId, conversationId, companies, records } = event
      const isDemo = companies.some((company) => company.isDemo)
      return { ...next, answer: { ...answer, answerId, conversationId, companies, records, isDemo } }
    }
    case 'step':
      return { ...next, step: event.text }
    case 'segment': {
      const { type: _type, ...segment } = event
      return { ...next, step: null, answer: { ...answer, segments: [...answer.segments, segment] } }
    }
    case 'table':
    case 'bars':
    case 'choice': {
      const { type, ...shown } = event
      return { ...next, step: null, answer: { ...answer, [type]: shown } }
    }
    case 'done': {
      const { type: _type, ...end } = event
      return endTurn(turn, end)
    }
    case 'failed':
      // A refusal is an answer: asking the same again would be refused again.
      if (event.code !== resultCode.questionRefused) return failTurn(turn, event.message)
      return endTurn(turn, { status: '完成', message: event.message })
    default:
      return event satisfies never
  }
}

export const isTurnRunning = ({ phase }: Turn) => phase !== 'ended'
