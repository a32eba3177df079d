import type { Coverage } from '@baiqicha/contract/company-search'
import { formatNumber } from '../../lib/format.ts'

/**
 * Coverage of the store in one sentence: the largest source with its count and date, and the total when other sources
 * add to it. null when the store is empty.
 */
export function coverageText({ companies, sources }: Coverage): string | null {
  const [largest] = [...sources].sort((a, b) => b.companies - a.companies)
  if (largest === undefined || largest.companies === 0) return null
  const date = largest.asOf === null ? '' : `，数据截至 ${largest.asOf}`
  const all = companies > largest.companies ? `；各来源合计 ${formatNumber(companies)} 家` : ''
  return `已收录 ${largest.scope} ${formatNumber(largest.companies)} 家${date}${all}。`
}
