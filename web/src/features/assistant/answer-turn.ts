import type { Answer } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'
import type { NumberedEvent } from './read-answer-events.ts'

/**
 * A question and its answer. `asking`: no event has arrived. `resuming`: the connection broke and is being restored.
 * `broken`: it could not be restored; the answer continues on the server.
 */
export type Turn = {
  /** Identifies the turn on this page, also before the answer has an id. */
  key: string
  phase: 'asking' | 'streaming' | 'resuming' | 'broken' | 'ended'
  /** What is being looked up; null: nothing to show. */
  step: string | null
  /** Number of the last event, from which a broken stream resumes. */
  lastEvent: number
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
  lastEvent: 0,
  answer: emptyAnswer(question),
})

export const turnOf = (answer: Answer): Turn => ({
  key: answer.answerId,
  phase: answer.status === '生成中' ? 'resuming' : 'ended',
  step: null,
  lastEvent: 0,
  answer,
})

/** Applies an event. An event that was applied before changes nothing: a resumed stream may repeat some. */
export function applyEvent(turn: Turn, { number, event }: NumberedEvent): Turn {
  if (number <= turn.lastEvent) return turn
  const next: Turn = { ...turn, phase: 'streaming', lastEvent: number }
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
    case 'table': {
      const { type: _type, ...table } = event
      return { ...next, step: null, answer: { ...answer, table } }
    }
    case 'bars': {
      const { type: _type, ...bars } = event
      return { ...next, step: null, answer: { ...answer, bars } }
    }
    case 'choice': {
      const { type: _type, ...choice } = event
      return { ...next, step: null, answer: { ...answer, choice } }
    }
    case 'done': {
      const { type: _type, ...end } = event
      return { ...next, phase: 'ended', step: null, answer: { ...answer, ...end } }
    }
    case 'failed':
      // A refusal is an answer: asking the same again would be refused again.
      if (event.code !== resultCode.questionRefused) return failTurn(next, event.message)
      return { ...next, phase: 'ended', step: null, answer: { ...answer, status: '完成', message: event.message } }
    default:
      return event satisfies never
  }
}

/** The turn after a failure, which it states. */
export const failTurn = (turn: Turn, message: string): Turn => ({
  ...turn,
  phase: 'ended',
  step: null,
  answer: { ...turn.answer, status: '失败', message },
})

export const isTurnRunning = ({ phase }: Turn) => phase !== 'ended'
