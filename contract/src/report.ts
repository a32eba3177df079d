import * as z from 'zod/mini'
import { type SectionKey, sectionKeys } from './records/kind-table.ts'

/** Reports that a member may order a day. */
export const COMPANY_REPORTS_PER_DAY = 20
/** Hours until a report is deleted. */
export const COMPANY_REPORT_HOURS = 24
export const COMPANY_REPORT_PAGES = 60

const reportParts = ['register', 'ownership'] as const
/** Parts of a report: 工商信息, 股权结构, and the sections of the company page. */
export type ReportPart = (typeof reportParts)[number] | SectionKey
export const reportPartKeys = [...reportParts, ...sectionKeys] as const

const reportStates = ['waiting', 'running', 'done', 'failed'] as const
export type ReportState = (typeof reportStates)[number]

export const companyReportSchema = z.object({
  id: z.string(),
  /** Printed on each page, as in BG20261122-7H3KQ2MX. */
  number: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  state: z.enum(reportStates),
  /** Why there is no file; null unless the state is `failed`. */
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  /** The report is deleted then. */
  expiresAt: z.string(),
  /** null until the state is `done`. */
  pages: z.nullable(z.int()),
})
export type CompanyReport = z.infer<typeof companyReportSchema>

export const companyReportsSchema = z.object({ list: z.array(companyReportSchema) })

export const createReportBody = z.object({
  companyId: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Absent: every part. */
  sections: z.optional(z.array(z.enum(reportPartKeys)).check(z.minLength(1), z.maxLength(50))),
})

export const reportFileQuery = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) })
