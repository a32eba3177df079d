import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import { recentCompanies } from '../src/domain/company/recent-companies.ts'
import { summaryOfDetail } from '../src/domain/company/summary-of-detail.ts'
import { buildCompanyDetail } from './company-builders.ts'

/** A company that the user has viewed in this visit. */
export function saveViewedCompany(overrides: Partial<CompanyDetail> = {}) {
  const detail = buildCompanyDetail(overrides)
  recentCompanies.saveDetail(detail, summaryOfDetail(detail))
}
