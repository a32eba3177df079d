import { hasEnded } from '../../../../domain/company/company-status.ts'
import type { IndexableCompany } from '../../../../domain/company/indexable-company.ts'

/** Revenue of one employee, and capital of one employee, in 万元, where the number of employees is unknown. */
const REVENUE_OF_ONE = 150
const CAPITAL_OF_ONE = 5
/** Where no capital is stated, in 万元: of the largest companies, which lists name without it, and of a stock. */
const CAPITAL_OF_LARGEST = 500_000
const CAPITAL_OF_STOCK = 50_000
/** The records of a listed company answer more questions, and more people ask about it. */
const LISTED = 6
const ENDED = 0.1

/**
 * How likely a question means the company before its words are read, in employees of an unlisted company. Only the ratio of
 * two priors has a meaning.
 */
export function priorOf(
  company: Pick<IndexableCompany, 'employees' | 'revenue' | 'capital' | 'prominence' | 'status' | 'stockCodes'>,
): number {
  const { employees, revenue, prominence, status, stockCodes } = company
  const isWellKnown = prominence < 512
  const isStock = stockCodes.length > 0
  const capital = company.capital ?? (isStock ? CAPITAL_OF_STOCK : isWellKnown ? CAPITAL_OF_LARGEST : 0)
  const stated = Math.max(employees ?? 0, (revenue ?? 0) / REVENUE_OF_ONE)
  const size = stated > 0 ? stated : capital / CAPITAL_OF_ONE
  return Math.max(1, size) * (isWellKnown && isStock ? LISTED : 1) * (hasEnded(status) ? ENDED : 1)
}
