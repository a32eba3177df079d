import type { Coverage } from '@baiqicha/contract/company-search'
import { formatNumber } from '../../lib/format.ts'

/** Groups that the line names; they fit on one line of a phone. */
const NAMED = 2

/** The largest groups of real companies with their counts, as parts of one phrase; the name alone when there is one group. */
export function largestGroups({ groups }: Coverage): string[] {
  const real = groups.filter(({ isDemo }) => !isDemo)
  if (real.length === 1) return real.map(({ name }) => name)
  const named = real.slice(0, NAMED)
  const end = real.length > NAMED ? '等' : ''
  return named.map(({ name, companies }, at) => {
    const mark = at < named.length - 1 ? '、' : end
    return `${name} ${formatNumber(companies)} 家${mark}`
  })
}
