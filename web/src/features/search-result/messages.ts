import type { Coverage } from '@baiqicha/contract/company-search'
import { formatNumber } from '../../lib/format.ts'

/**
 * What the store holds in one sentence, or null when it holds nothing: the source that covers most with its own count
 * and date, and all of it together where other sources add to that.
 */
export function heldWords({ companies, sources }: Coverage): string | null {
  const [widest] = [...sources].sort((a, b) => b.companies - a.companies)
  if (widest === undefined || widest.companies === 0) return null
  const date = widest.asOf === null ? '' : `，数据截至 ${widest.asOf}`
  const all = companies > widest.companies ? `；各来源合计 ${formatNumber(companies)} 家` : ''
  return `已收录 ${widest.scope} ${formatNumber(widest.companies)} 家${date}${all}。`
}
