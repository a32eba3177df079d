import { type Answer, type AnswerEvent, answerSchema, disclaimers } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'
import * as z from 'zod/mini'
import type { AssistantAnswerTable } from '../../platform/database/tables/assistant.ts'

/** What an answer showed, as it is stored. */
const contentSchema = z.pick(answerSchema, {
  companies: true,
  records: true,
  segments: true,
  table: true,
  bars: true,
  choice: true,
  asOf: true,
  followUps: true,
  disclaimer: true,
  partial: true,
})
export type AnswerContent = z.infer<typeof contentSchema>

export const emptyContent = (): AnswerContent => ({
  companies: [],
  records: 0,
  segments: [],
  table: null,
  bars: null,
  choice: null,
  asOf: null,
  followUps: [],
  disclaimer: disclaimers.composed,
  partial: false,
})

/** Of the stored evidence, what decides whether a cited thing has changed or may no longer be shown. */
const evidenceSchema = z.array(
  z.object({
    citedType: z.string(),
    recordType: z.nullable(z.string()),
    recordId: z.nullable(z.string()),
    company: z.nullable(z.object({ id: z.string() })),
    view: z.nullable(z.string()),
    revision: z.nullable(z.string()),
  }),
)
export type CitedEvidence = z.infer<typeof evidenceSchema>[number]

export const readContent = (text: string | null): AnswerContent =>
  text === null ? emptyContent() : z.parse(contentSchema, JSON.parse(text))

/**
 * Stored evidence, what only citations name, because an answer that was stopped has no other evidence, and the companies
 * that the answer is about or offers for choice.
 */
function readEvidence(text: string | null, { segments, companies: about, choice }: AnswerContent): CitedEvidence[] {
  const stored = text === null ? [] : z.parse(evidenceSchema, JSON.parse(text))
  const unread = { recordType: null, recordId: null, view: null, revision: null }
  const cited = segments.flatMap(({ citations }) => citations)
  const offered = choice?.candidates.map(({ companyId }) => companyId) ?? []
  return [
    ...stored,
    ...cited.map(({ citedType, recordType, recordId, companyId: id }) => {
      return { ...unread, citedType, recordType, recordId, company: id === null ? null : { id } }
    }),
    ...[...about.map(({ id }) => id), ...offered].map((id) => ({ ...unread, citedType: 'company', company: { id } })),
  ]
}

/** A row with what it showed and what decides whether that may still be shown. */
export function readRow(row: AssistantAnswerTable) {
  const content = readContent(row.content)
  return { row, content, evidence: readEvidence(row.evidence, content) }
}

/** Sentence of an answer whose server stopped while it was produced. */
export const INTERRUPTED = '服务中断，未完成回答'

/** A pipeline that hangs must not occupy its user: the model alone may take half a minute. */
export const ANSWER_MS = 45_000
/** Age from which an unfinished answer is lost with its server, and its user may ask again: its end takes a moment to store. */
export const LOST_AFTER_MS = ANSWER_MS + 15_000

type AnswerRow = Omit<AssistantAnswerTable, 'content' | 'evidence' | 'user_id'>

const isLost = ({ status, asked_at }: AnswerRow, now: number) => status === '生成中' && now - asked_at >= LOST_AFTER_MS

/** A stored answer for its owner. */
export function answerFrom(row: AnswerRow, content: AnswerContent, now: number, isShared: boolean): Answer {
  const lost = isLost(row, now)
  return {
    answerId: row.id,
    conversationId: row.conversation_id,
    question: row.question,
    askedAt: new Date(row.asked_at).toISOString(),
    ...content,
    status: lost ? '失败' : row.status,
    message: lost ? INTERRUPTED : row.message,
    useful: row.is_useful === null ? null : row.is_useful === 1,
    isShared,
    isDemo: content.companies.some(({ isDemo }) => isDemo),
  }
}

/** The answer for a visitor with its key: question and answer, neither conversation nor judgement of the user. */
export const sharedAnswerFrom = (answer: Answer): Answer => ({
  ...answer,
  conversationId: null,
  useful: null,
  followUps: [],
})

type AnswerEnding = Pick<Answer, 'status' | 'message' | 'asOf' | 'followUps' | 'disclaimer' | 'partial'>

/** Last event of an answer. */
export function endEventOf({ status, message, asOf, followUps, disclaimer, partial }: AnswerEnding): AnswerEvent {
  if (message === null) return { type: 'done', status, asOf, followUps, disclaimer, partial }
  const code = status === '失败' ? resultCode.answerFailed : resultCode.questionRefused
  return { type: 'failed', code, message }
}
