import * as z from 'zod/mini'
import { correctionReasons, correctionResults, correctionStates } from '../correction.ts'
import { defineActions, id, instant, noFields, number, pageKey, picture, reason, textOrNone } from './action.ts'

export const correctionNote = z.string().check(z.trim(), z.maxLength(500))

/** Undecided objections: all, those past their due date, and those due within `DUE_SOON_MS`; the decided ones. */
export const correctionQueues = ['open', 'overdue', 'soon', 'decided'] as const
export type CorrectionQueue = (typeof correctionQueues)[number]
export const DUE_SOON_MS = 3 * 86_400_000

const item = z.object({
  number: z.string(),
  state: z.enum(correctionStates),
  result: z.nullable(z.enum(correctionResults)),
  reason: z.enum(correctionReasons),
  title: z.string(),
  /** Empty for a record about a natural person. */
  companyName: z.string(),
  dueAt: instant,
  isOverdue: z.boolean(),
})

const detail = z.object({
  ...item.shape,
  companyId: z.string(),
  recordId: textOrNone,
  /** What each source states about the record, as columns; null: there is no record. */
  columns: z.nullable(
    z.object({
      sources: z.array(z.object({ name: z.string(), asOf: textOrNone, isInForce: z.boolean() })),
      rows: z.array(z.object({ label: z.string(), values: z.array(textOrNone) })),
    }),
  ),
  /** null: it is not stored any more, or the record is about a natural person. */
  company: z.nullable(
    z.object({
      name: z.string(),
      status: textOrNone,
      /** Other objections about the company, newest first. */
      others: z.array(z.object({ number: z.string(), title: z.string(), state: z.string(), result: textOrNone })),
    }),
  ),
  claimant: z.string(),
  /** Masked mobile number or user id; null: deleted. */
  applicant: textOrNone,
  content: z.string(),
  statement: z.string(),
  note: textOrNone,
  isShielding: z.boolean(),
  submittedAt: instant,
  decidedAt: z.nullable(instant),
  steps: z.array(
    z.object({
      at: instant,
      label: z.string(),
      note: textOrNone,
      actor: z.string(),
      content: textOrNone,
      statement: textOrNone,
    }),
  ),
  /** Ids of pictures. */
  evidence: z.array(z.string()),
})
export type CorrectionDeskDetail = z.infer<typeof detail>

export const correctionTable = defineActions({
  'corrections list': {
    input: z.object({ queue: z._default(z.enum(correctionQueues), 'open'), after: pageKey }),
    output: z.object({
      items: z.array(item),
      total: z.int(),
      /** Of all undecided ones, in any queue. */
      overdue: z.int(),
      soon: z.int(),
      next: textOrNone,
    }),
  },
  'corrections show': { input: z.object({ number }), output: detail },
  'corrections picture': { input: z.object({ number, picture: id }), output: picture },
  'corrections examine': { input: z.object({ number, note: correctionNote }), output: noFields },
  'corrections decide': {
    input: z.object({ number, result: z.enum(correctionResults), note: correctionNote, staysHidden: z.boolean() }),
    output: noFields,
  },
  'corrections reopen': { input: z.object({ number, reason }), output: noFields },
})
