import type { ReportState } from '@baiqicha/contract/report'
import type { Instant } from './company.ts'

/** 企业信息报告 of a user. Rows are deleted with their file after a day. */
export type CompanyReportTable = {
  id: string
  number: string
  user_id: string
  company_id: string
  company_name: string
  state: ReportState
  /** Sentence of a failure. */
  reason: string | null
  created_at: Instant
  expires_at: Instant
  pages: number | null
  /** JSON of the ordered parts; null: all. */
  sections: string | null
  /** Processes that have begun to make it. */
  attempts: number
  /** PDF as base64, as pictures of content are stored. */
  pdf: string | null
}
