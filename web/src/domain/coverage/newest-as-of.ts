import type { Coverage } from '@baiqicha/contract/company-search'

/** Newest date of the real companies, as exact as the source states it; null when none is dated. */
export function newestCoverageDate({ groups }: Coverage): string | null {
  const dates = groups.flatMap(({ asOf, isDemo }) => (asOf === null || isDemo ? [] : [asOf]))
  return dates.toSorted().at(-1) ?? null
}
