import type { Coverage } from '@baiqicha/contract/company-search'
import { formatNumber } from '../../lib/format.ts'

/** Number of characters of a keyword that a sentence quotes. */
const QUOTED_CHARACTERS = 20

/** Keyword as a sentence quotes it: a long one is cut. */
export function quotedKeyword(keyword: string): string {
  const characters = Array.from(keyword)
  return characters.length > QUOTED_CHARACTERS ? `${characters.slice(0, QUOTED_CHARACTERS).join('')}…` : keyword
}

/**
 * Coverage of the store in one sentence: the total, the scope of the largest source and its date, and the count of that
 * source when others add to it. null when the store is empty.
 */
export function coverageText({ companies, sources }: Coverage): string | null {
  const [largest] = [...sources].sort((a, b) => b.companies - a.companies)
  if (largest === undefined || largest.companies === 0) return null
  const some = companies > largest.companies ? ` ${formatNumber(largest.companies)} 家等` : ''
  const date = largest.asOf === null ? '' : `，数据截至 ${largest.asOf}`
  return `目前收录 ${formatNumber(companies)} 家企业：${largest.scope}${some}${date}`
}
