import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { joinStated } from '../../lib/format.ts'

/** Last characters of the credit code: the end of the organisation code and the check character. */
const TAIL = 6

/** Comparison key of a name: full and half width and blanks do not count. */
const asRead = (name: string) => name.normalize('NFKC').replace(/\s/g, '')

/** Ids of the rows that share their name with another company of the list. */
export function findNamesakes(rows: readonly Pick<CompanySummary, 'id' | 'name'>[]): ReadonlySet<string> {
  const idsByName = new Map<string, Set<string>>()
  for (const { id, name } of rows) {
    const key = asRead(name)
    idsByName.set(key, (idsByName.get(key) ?? new Set()).add(id))
  }
  return new Set([...idsByName.values()].filter((ids) => ids.size > 1).flatMap((ids) => [...ids]))
}

/** Region and end of the credit code, which distinguish companies of equal names. null when neither is known. */
export function namesakeLabel({ region, creditCode }: Pick<CompanySummary, 'region' | 'creditCode'>): string | null {
  return joinStated([region, creditCode !== null && `信用代码尾号 ${creditCode.slice(-TAIL)}`]) || null
}
