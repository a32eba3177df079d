import type { Coverage } from '@baiqicha/contract/company-search'
import { formatNumber } from '../../lib/format.ts'

/**
 * The largest group of real companies, and the next one with the sum of all others, as parts of one phrase that fit on one line
 * of a phone; the name alone when there is one group.
 */
export function largestGroups({ groups }: Coverage): string[] {
  const real = groups.filter(({ isDemo }) => !isDemo)
  const [largest, next, ...rest] = real
  if (largest === undefined || next === undefined) return real.map(({ name }) => name)
  const others = [next, ...rest].reduce((sum, { companies }) => sum + companies, 0)
  return [
    `${largest.name} ${formatNumber(largest.companies)} 家 ·\u00a0`,
    `${next.name}${rest.length > 0 ? '等' : ''} ${formatNumber(others)} 家`,
  ]
}
