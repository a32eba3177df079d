import type { Coverage } from '@baiqicha/contract/company-search'
import { formatNumber } from '../../lib/format.ts'

/**
 * What the store holds in one sentence, or null when it holds nothing: the source that covers most with its own count
 * and date, and all of it together where other sources add to that.
 */
export function coverageText({ companies, sources }: Coverage): string | null {
  const [largest] = [...sources].sort((a, b) => b.companies - a.companies)
  if (largest === undefined || largest.companies === 0) return null
  const date = largest.asOf === null ? '' : `，数据截至 ${largest.asOf}`
  const all = companies > largest.companies ? `；各来源合计 ${formatNumber(companies)} 家` : ''
  return `已收录 ${largest.scope} ${formatNumber(largest.companies)} 家${date}${all}。`
}
