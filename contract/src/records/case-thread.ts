import * as z from 'zod/mini'
import { provenanceSchema, recordCountsSchema } from '../company-detail.ts'
import { pageOf, pagingQuery } from '../envelope.ts'
import { amountSchema } from './fields.ts'
import { type LegalRiskKey, legalRiskKeys } from './kind-table.ts'
import { companyOfRecord, recordStatuses, recordViews } from './record.ts'

/** Records that a case states itself, newest first. Older ones are in the lists of their kinds, and are counted. */
export const MAX_CASE_RECORDS = 20

/** Steps of a case in the order of the courts, each with the kind of record that states it. */
export const caseSteps: readonly { kind: LegalRiskKey; label: string }[] = [
  { kind: 'courtAnnouncement', label: '开庭' },
  { kind: 'enterpriseCourtAnnouncement', label: '公告' },
  { kind: 'judicialDocument', label: '判决' },
  { kind: 'executedPerson', label: '执行' },
  { kind: 'dishonestExecutor', label: '失信' },
  { kind: 'consumptionRestriction', label: '限高' },
]

/** How a list of legal records is grouped: each row is a case, or one record. */
export const caseGroupings = ['case', 'record'] as const
export type CaseGrouping = (typeof caseGroupings)[number]

export const caseListQuery = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  view: z._default(z.enum(recordViews), 'current'),
  by: z._default(z.enum(caseGroupings), 'case'),
  /** Only cases with a record of this kind; absent: of any legal kind. */
  kind: z.optional(z.enum(legalRiskKeys)),
  ...pagingQuery,
})

const text = z.nullable(z.string())

/** A record of a case in one line. */
const caseRecordSchema = z.object({
  recordKind: z.enum(legalRiskKeys),
  id: z.string(),
  view: z.enum(recordViews),
  recordStatus: z.enum(recordStatuses),
  publishedAt: text,
  caseNo: text,
  /** 执行标的 1,250,000 元; null: the source states nothing more. */
  brief: text,
})
export type CaseRecord = z.infer<typeof caseRecordSchema>

/** Records of one company that share a case number, or whose case numbers another of its records links. */
const caseThreadSchema = z.object({
  id: z.string(),
  /** Case number of the newest record; null: a single record without a number. */
  caseNo: text,
  /** 案由, as in 买卖合同纠纷. */
  matter: text,
  /** Part of the company; null: not stated, or the records differ. */
  identity: text,
  amount: z.nullable(z.extend(amountSchema, { label: z.string() })),
  /** Kinds with a record, each with the view of its strongest one. */
  steps: z.array(z.object({ kind: z.enum(legalRiskKeys), view: z.enum(recordViews) })),
  /** Records of all views, newest first, at most `MAX_CASE_RECORDS`. */
  records: z.array(caseRecordSchema),
  recordCount: z.int(),
  sources: z.array(provenanceSchema),
})
export type CaseThread = z.infer<typeof caseThreadSchema>

/** A page holds cases: one is never parted by a page. `counts` are records, of the requested kind. */
export const caseListSchema = z.extend(pageOf(caseThreadSchema), {
  company: companyOfRecord,
  counts: recordCountsSchema,
  /** Cases with a record of the view. */
  cases: z.int(),
  /** Records of the view without a case number. */
  unnumbered: z.int(),
  /** Whether a source covers a legal kind of the company, or states a record of it. */
  connected: z.boolean(),
})
export type CaseList = z.infer<typeof caseListSchema>
