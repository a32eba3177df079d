import type { Instant } from './company.ts'

/** `position` grows with each entry of a user, so the order does not depend on the clock. */
export type SearchHistoryTable = {
  id: string
  user_id: string
  company_name: string
  position: number
  searched_at: Instant
}

export type ViewHistoryTable = { user_id: string; company_id: string; position: number; viewed_at: Instant }

/** Total number of views of a company's page. */
export type CompanyViewsTable = { company_id: string; views: number }
