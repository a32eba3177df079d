import * as z from 'zod/mini'
import { pageOf, pagingQuery } from './envelope.ts'

/** 百言: answers to questions about companies, each statement with the records it cites. */

/** Characters of a question, counted as UTF-16 units. */
export const QUESTION_LENGTH = 300
/** Questions a user may ask a day, by level; clarifications, failures and refusals do not count. */
export const QUESTIONS_PER_DAY = { registered: 10, vip: 100 } as const
export const QUESTIONS_PER_HOUR = 20
export const CONVERSATIONS_PER_USER = 200
export const CONVERSATION_DAYS = 180
export const TITLE_LENGTH = 40
/** Label of an answer: by whom it was worded, and what is binding. */
export const disclaimers = { composed: '依据记录整理，请以来源为准', model: '内容由AI生成，请以来源为准' } as const
/** Text of a sentence whose record may no longer be shown. */
export const WITHDRAWN = '记录已不再公示'
/** Query parameter that opens a shared answer to visitors. */
export const SHARE_KEY = 'key'

const text = z.nullable(z.string())
const id = z.string().check(z.minLength(1), z.maxLength(64))
const count = z.int()

const answerStatuses = ['生成中', '完成', '失败', '已停止'] as const
export type AnswerStatus = (typeof answerStatuses)[number]

/** Type of a cited thing: facts of a company, a record, a list of records, a search, an explained term, the coverage. */
export const citedTypes = ['facts', 'record', 'records', 'search', 'term', 'coverage'] as const
export type CitedType = (typeof citedTypes)[number]

const citationSchema = z.object({
  /** Number of the chip, from 1, unique in the answer. The same source has the same number. */
  n: count,
  citedType: z.enum(citedTypes),
  /** Group of facts or kind of record; null for the other types. */
  recordType: text,
  recordId: text,
  companyId: text,
  companyName: text,
  /** As in 失信被执行人, 工商信息. */
  label: z.string(),
  /** Labels of the cited fields. */
  fields: z.array(z.string()),
  sourceName: z.string(),
  /** Date of the source, as exact as the source; null: none is stated. */
  date: text,
  /** Page of the app that shows it, as in /company/detail?id=…; null: none. */
  path: text,
  /** Set when the record changed or may no longer be shown since the answer. */
  change: z.nullable(z.enum(['记录已更新', '记录已不再公示'])),
})
export type Citation = z.infer<typeof citationSchema>

/** One statement. `text` is plain text with **bold** names; a withdrawn one has the text 记录已不再公示. */
export const segmentSchema = z.object({
  index: count,
  text: z.string(),
  /** Whether a paragraph begins with it. */
  startsParagraph: z.boolean(),
  citations: z.array(citationSchema),
})
export type Segment = z.infer<typeof segmentSchema>

/** A comparison: the first column has the labels. */
const answerTableSchema = z.object({
  columns: z.array(z.object({ label: z.string(), companyId: text })),
  rows: z.array(z.object({ label: z.string(), cells: z.array(z.string()) })),
})
export type AnswerTable = z.infer<typeof answerTableSchema>

/** Groups of a count, with a link to the same search. */
const answerBarsSchema = z.object({
  title: z.string(),
  bars: z.array(z.object({ label: z.string(), count, path: text })),
  /** The search with the same conditions; null: no page shows it. */
  path: text,
})
export type AnswerBars = z.infer<typeof answerBarsSchema>

const companyChoiceSchema = z.object({
  candidates: z.array(
    z.object({
      companyId: id,
      name: z.string(),
      /** City, or 地区未收录. */
      city: text,
      /** Last four characters of the credit code. */
      codeEnd: text,
      status: text,
      isDemo: z.boolean(),
    }),
  ),
})
export type CompanyChoice = z.infer<typeof companyChoiceSchema>

const metaSchema = z.object({
  answerId: id,
  conversationId: id,
  /** Companies the answer is about, and the records it read. */
  companies: z.array(z.object({ id, name: z.string(), isDemo: z.boolean() })),
  records: count,
})
const doneSchema = z.object({
  status: z.enum(answerStatuses),
  /** Newest date of the cited sources. */
  asOf: text,
  followUps: z.array(z.string()),
  /** 依据记录整理 or 内容由AI生成, and 请以来源为准. */
  disclaimer: z.string(),
  /** Whether the index was incomplete while it was searched. */
  partial: z.boolean(),
})

/**
 * Events of an answer while it is produced. The first is a `meta`, a later `meta` replaces the one before, and the last is `done`
 * or `failed`. A client that closes the connection stops the answer; `answerDetail` has what was stored.
 */
export const answerEventSchema = z.discriminatedUnion('type', [
  z.extend(metaSchema, { type: z.literal('meta') }),
  z.object({ type: z.literal('step'), text: z.string() }),
  z.extend(segmentSchema, { type: z.literal('segment') }),
  z.extend(answerTableSchema, { type: z.literal('table') }),
  z.extend(answerBarsSchema, { type: z.literal('bars') }),
  z.extend(companyChoiceSchema, { type: z.literal('choice') }),
  z.extend(doneSchema, { type: z.literal('done') }),
  z.object({ type: z.literal('failed'), code: z.int(), message: z.string() }),
])
export type AnswerEvent = z.infer<typeof answerEventSchema>

export const askBody = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(QUESTION_LENGTH)),
  conversationId: z.optional(id),
  /** The subject, if the question was opened from a company page or a candidate was chosen. */
  companyId: z.optional(id),
  /** Answer that this one replaces: a retry of a failed one, or the choice of a candidate. */
  retryOf: z.optional(id),
})
export type AskBody = z.infer<typeof askBody>

/** A stored answer, to its owner or to a reader with its key. */
export const answerSchema = z.object({
  answerId: id,
  /** null for a reader with a key. */
  conversationId: text,
  question: z.string(),
  askedAt: z.string(),
  companies: metaSchema.shape.companies,
  records: count,
  status: z.enum(answerStatuses),
  segments: z.array(segmentSchema),
  table: z.nullable(answerTableSchema),
  bars: z.nullable(answerBarsSchema),
  choice: z.nullable(companyChoiceSchema),
  asOf: text,
  followUps: z.array(z.string()),
  disclaimer: z.string(),
  partial: z.boolean(),
  /** Reason of a failure or refusal. */
  message: text,
  /** Judgement of the user; null: none. */
  useful: z.nullable(z.boolean()),
  isShared: z.boolean(),
  isDemo: z.boolean(),
})
export type Answer = z.infer<typeof answerSchema>

export const answerDetailQuery = z.object({ id, key: z.optional(z.string().check(z.maxLength(64))) })
export const answerIdBody = z.object({ answerId: id })

export const uselessReasons = ['答非所问', '数据有误', '看不懂', '不当内容', '其他'] as const
export const answerFeedbackBody = z.object({
  answerId: id,
  useful: z.boolean(),
  reason: z.optional(z.enum(uselessReasons)),
  text: z.optional(z.string().check(z.maxLength(200))),
})

/** Path to open with the key; the key is shown once. */
export const answerShareSchema = z.object({ path: z.string() })

export const conversationListQuery = z.object(pagingQuery)
const conversationShape = { conversationId: id, title: z.string(), updatedAt: z.string(), answers: count }
export const conversationListSchema = pageOf(z.object(conversationShape))
export const conversationIdInput = z.object({ conversationId: id })
export const conversationSchema = z.object({ ...conversationShape, list: z.array(answerSchema) })
export const renameConversationBody = z.object({
  conversationId: id,
  title: z.string().check(z.minLength(1), z.maxLength(TITLE_LENGTH)),
})

export const assistantConfigQuery = z.object({ companyId: z.optional(id) })
export const assistantConfigSchema = z.object({
  /** Six, by context. */
  quickQuestions: z.array(z.string()),
  /** null for a visitor. */
  quota: z.nullable(z.object({ limit: count, left: count, resetsAt: z.string() })),
  /** Whether a language model words the answers. */
  hasModel: z.boolean(),
})
export type AssistantConfig = z.infer<typeof assistantConfigSchema>
