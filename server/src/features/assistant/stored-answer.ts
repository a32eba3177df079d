import {
  type Answer,
  type AnswerEvent,
  answerBarsSchema,
  answerSchema,
  answerTableSchema,
  companyChoiceSchema,
  disclaimers,
  segmentSchema,
} from '@baiqicha/contract/assistant'
import * as z from 'zod/mini'
import type { AssistantAnswerTable } from '../../platform/database/tables/assistant.ts'

const { companies, records, asOf, followUps, disclaimer, partial } = answerSchema.shape

/** What an answer showed, as it is stored. */
export const contentSchema = z.object({
  companies,
  records,
  segments: z.array(segmentSchema),
  table: z.nullable(answerTableSchema),
  bars: z.nullable(answerBarsSchema),
  choice: z.nullable(companyChoiceSchema),
  asOf,
  followUps,
  disclaimer,
  partial,
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
 * of the answer.
 */
export function readEvidence(text: string | null, { segments, companies: about }: AnswerContent): CitedEvidence[] {
  const stored = text === null ? [] : z.parse(evidenceSchema, JSON.parse(text))
  const cited = segments.flatMap(({ citations }) =>
    citations.map(({ citedType, recordType, recordId, companyId }) => ({
      citedType,
      recordType,
      recordId,
      company: companyId === null ? null : { id: companyId },
      view: null,
      revision: null,
    })),
  )
  const ofCompanies = about.map(({ id }) => ({
    citedType: 'company',
    recordType: null,
    recordId: null,
    company: { id },
    view: null,
    revision: null,
  }))
  return [...stored, ...cited, ...ofCompanies]
}

/** Sentence of an answer whose server stopped while it was produced. */
export const INTERRUPTED = '服务中断，未完成回答'

/** Milliseconds without a reader after which an unfinished answer has failed, and its user may ask again. */
export const LOST_AFTER_MS = 30_000

type AnswerRow = Omit<AssistantAnswerTable, 'content' | 'evidence' | 'user_id'>

/** An unfinished answer that nobody has read for a while: its server has stopped. */
export const isLost = ({ status, seen_at }: Pick<AnswerRow, 'status' | 'seen_at'>, now: number) =>
  status === '生成中' && now - seen_at >= LOST_AFTER_MS

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

/** The events that show a stored answer as a whole. */
export function eventsOf(answer: Answer, codes: { failed: number; refused: number }): AnswerEvent[] {
  const { answerId, conversationId, companies: about, records: read, status, message } = answer
  const meta = {
    type: 'meta' as const,
    answerId,
    conversationId: conversationId ?? '',
    companies: about,
    records: read,
  }
  const shown: AnswerEvent[] = [
    meta,
    ...answer.segments.map((segment) => ({ type: 'segment' as const, ...segment })),
    ...(answer.table === null ? [] : [{ type: 'table' as const, ...answer.table }]),
    ...(answer.bars === null ? [] : [{ type: 'bars' as const, ...answer.bars }]),
    ...(answer.choice === null ? [] : [{ type: 'choice' as const, ...answer.choice }]),
  ]
  if (message !== null) {
    return [...shown, { type: 'failed', code: status === '失败' ? codes.failed : codes.refused, message }]
  }
  return [...shown, doneEventOf(status, answer)]
}

export const doneEventOf = (
  status: Answer['status'],
  content: Pick<AnswerContent, 'asOf' | 'followUps' | 'disclaimer' | 'partial'>,
): AnswerEvent => ({
  type: 'done',
  status,
  asOf: content.asOf,
  followUps: content.followUps,
  disclaimer: content.disclaimer,
  partial: content.partial,
})
