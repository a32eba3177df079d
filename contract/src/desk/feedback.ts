import * as z from 'zod/mini'
import { feedbackKinds, feedbackStates } from '../feedback.ts'
import { defineActions, id, instant, noFields, number, pageKey, picture, reason, textOrNone } from './action.ts'

export const FEEDBACK_ANSWER_LIMIT = 2_000

const item = z.object({
  number: z.string(),
  kind: z.enum(feedbackKinds),
  state: z.enum(feedbackStates),
  createdAt: instant,
  excerpt: z.string(),
  contactMasked: textOrNone,
})

const thread = z.object({
  number: z.string(),
  kind: z.enum(feedbackKinds),
  state: z.enum(feedbackStates),
  createdAt: instant,
  /** null: a visitor. */
  userId: textOrNone,
  contactMasked: textOrNone,
  context: textOrNone,
  entries: z.array(z.object({ at: instant, author: z.enum(['user', 'operator']), content: z.string() })),
  /** Ids of pictures. */
  pictures: z.array(z.string()),
  /** Until when the newest answer can be withdrawn; null: it cannot. */
  withdrawableUntil: z.nullable(instant),
})

const withReason = z.object({ number, reason })

export const feedbackTable = defineActions({
  'feedback list': {
    input: z.object({
      kind: z._default(z.nullable(z.enum(feedbackKinds)), null),
      /** null: what waits for an answer. */
      state: z._default(z.nullable(z.enum(feedbackStates)), null),
      /** Part of a number or text. */
      search: z._default(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))), null),
      after: pageKey,
    }),
    /**
     * `total`: all feedback in these states and of this kind, counted up to `COUNTED_ROWS` and one more; null: a search, which may have
     * a page without a match before the last.
     */
    output: z.object({ items: z.array(item), total: z.nullable(z.int()), next: textOrNone }),
  },
  'feedback show': { input: z.object({ number }), output: thread },
  'feedback picture': { input: z.object({ number, picture: id }), output: picture },
  'feedback contact': { totp: 'fresh', input: withReason, output: z.object({ contact: z.string() }) },
  'feedback take': { input: z.object({ number }), output: noFields },
  'feedback answer': {
    input: z.object({
      number,
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(FEEDBACK_ANSWER_LIMIT)),
      /** Time of the newest entry that the operator has read; a newer one refuses the answer. null: not compared. */
      readUntil: z._default(z.nullable(instant), null),
    }),
    output: noFields,
  },
  'feedback withdraw': { input: z.object({ number }), output: noFields },
  'feedback close': { input: withReason, output: noFields },
  'feedback reopen': { input: withReason, output: noFields },
})
