import type { CompanySummary } from '@baiqicha/contract/company-summary'

/** Characters of the code that tell companies apart: the last ones of the organisation, and the check character. */
const TAIL = 6

/** Names that readers take for the same: full and half width, with and without blanks. */
const asRead = (name: string) => name.normalize('NFKC').replace(/\s/g, '')

/** Ids of the companies of a list whose name another company of it has too. */
export function findNamesakes(rows: readonly Pick<CompanySummary, 'id' | 'name'>[]): ReadonlySet<string> {
  const idsByName = new Map<string, Set<string>>()
  for (const { id, name } of rows) {
    const key = asRead(name)
    idsByName.set(key, (idsByName.get(key) ?? new Set()).add(id))
  }
  return new Set([...idsByName.values()].filter((ids) => ids.size > 1).flatMap((ids) => [...ids]))
}

/** What tells a company from one of the same name: where it is, and the tail of its code. null: neither is known. */
export function namesakeLabel({ region, creditCode }: Pick<CompanySummary, 'region' | 'creditCode'>): string | null {
  const parts = [region, creditCode === null ? null : `信用代码尾号 ${creditCode.slice(-TAIL)}`]
  const known = parts.filter((word) => word !== null)
  return known.length === 0 ? null : known.join(' · ')
}
