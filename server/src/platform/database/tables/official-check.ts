import type { CheckResult, CheckSite } from '@baiqicha/contract/official-check'
import type { Instant } from './company.ts'

/** What a user found about a company at an official site. */
export type OfficialCheckTable = {
  user_id: string
  company_id: string
  site: CheckSite
  result: CheckResult
  checked_at: Instant
}
