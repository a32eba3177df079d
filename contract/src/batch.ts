import * as z from 'zod/mini'
import { companyStatuses } from './company-status.ts'

/** 批量查询: a list of names or codes, each looked up once. */

/** Rows of one list. */
export const BATCH_ROWS = 2_000
/** Rows a day in China of a user without membership. */
export const BATCH_ROWS_PER_DAY = 50
/** Lists a day in China of a member. */
export const BATCH_LISTS_PER_DAY = 5
export const BATCH_BYTES = 2 * 1024 * 1024
/** Candidates of a row. */
export const BATCH_CANDIDATES = 5
/** Days after which a list is deleted. */
export const BATCH_DAYS = 7
export const BATCH_PAGE_SIZE = 50
export const BATCH_NAME_LENGTH = 60

/**
 * 唯一匹配: the only company with the code, or with exactly this name now or before. 多个候选: companies of which the person has to choose,
 * even if there is only one.
 */
const batchResults = ['唯一匹配', '多个候选', '未收录', '无效'] as const
export type BatchResult = (typeof batchResults)[number]

/** `cancelled` and `failed`: the rows until then have their results. */
const batchStates = ['running', 'done', 'cancelled', 'failed'] as const
export type BatchState = (typeof batchStates)[number]

/** Part of the rows that a page shows. `open`: rows with candidates of which none was chosen. */
export const batchViews = ['all', 'matched', 'open', 'chosen', 'missing', 'invalid'] as const
export type BatchView = (typeof batchViews)[number]

const batchFormats = ['csv', 'xlsx'] as const
export type BatchFormat = (typeof batchFormats)[number]

const instant = z.string()
const text = z.nullable(z.string())

export const batchJobSchema = z.object({
  id: z.string(),
  /** Name of the file; null: a pasted list. */
  listName: text,
  /** How the file was read, as in GB18030 or XLSX; null: a pasted list. */
  encoding: text,
  state: z.enum(batchStates),
  /** Rows, and those that are looked up. */
  total: z.int(),
  done: z.int(),
  counts: z.object({ matched: z.int(), open: z.int(), chosen: z.int(), missing: z.int(), invalid: z.int() }),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** Deleted then. */
  keptUntil: instant,
})
export type BatchJob = z.infer<typeof batchJobSchema>

/** Rows that may still be looked up today; `listsLeft`: lists of a member, else null. */
const batchAllowanceSchema = z.object({ rowsLeft: z.int(), listsLeft: z.nullable(z.int()) })
export type BatchAllowance = z.infer<typeof batchAllowanceSchema>

export const batchListSchema = z.object({ list: z.array(batchJobSchema), allowance: batchAllowanceSchema })

const batchCompanySchema = z.object({
  id: z.string(),
  name: z.string(),
  creditCode: text,
  /** null: not stated by a source. */
  status: z.nullable(z.enum(companyStatuses)),
  region: text,
  foundedOn: text,
  stockCode: text,
  isDemo: z.boolean(),
  /** Current records by severity; null: no risk source covers the company. `isWhole`: a 0 means that none was found. */
  risk: z.nullable(z.object({ high: z.int(), medium: z.int(), notice: z.int(), asOf: text, isWhole: z.boolean() })),
})
export type BatchCompany = z.infer<typeof batchCompanySchema>

const batchRowSchema = z.object({
  /** Place in the list, from 1. */
  number: z.int(),
  input: z.string(),
  /** null: not looked up yet. */
  result: z.nullable(z.enum(batchResults)),
  /** Why, as one sentence. */
  why: z.string(),
  /** The match, or the chosen candidate. */
  company: z.nullable(batchCompanySchema),
  candidates: z.array(batchCompanySchema).check(z.maxLength(BATCH_CANDIDATES)),
  /** Whether the person has chosen, also that it is none of the candidates. */
  isChosen: z.boolean(),
})
export type BatchRow = z.infer<typeof batchRowSchema>

const jobId = z.string().check(z.minLength(1), z.maxLength(64))
export const batchIdQuery = z.object({ id: jobId })
export const batchRowsQuery = z.object({
  id: jobId,
  view: z._default(z.enum(batchViews), 'all'),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(BATCH_ROWS / BATCH_PAGE_SIZE)), 1),
})
export const batchRowsSchema = z.object({
  list: z.array(batchRowSchema),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})
export type BatchRows = z.infer<typeof batchRowsSchema>

/** `companyId`: null for 都不是. */
export const chooseBatchBody = z.object({
  id: jobId,
  number: z.int().check(z.minimum(1), z.maximum(BATCH_ROWS)),
  companyId: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
})
export const batchFileQuery = z.object({ id: jobId, format: z.enum(batchFormats) })
