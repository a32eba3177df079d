import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { recentCompanies } from './recent-companies.ts'

export type ViewedQuery = { data?: readonly CompanySummary[] | undefined; isPending: boolean }

/**
 * Companies viewed last, newest first. Without `viewed`, as for a visitor, and after a failed request, those of this
 * visit, which are in memory.
 */
export const listViewedCompanies = (viewed: ViewedQuery | null): readonly CompanySummary[] =>
  viewed?.data ?? recentCompanies.listSummaries()
