import type { Coverage } from '@baiqicha/contract/company-search'

/** Newest date that a source states, as exact as it states it; null when none does. */
export function newestAsOf({ sources }: Coverage): string | null {
  const dates = sources.flatMap(({ asOf }) => (asOf === null ? [] : [asOf]))
  return dates.toSorted().at(-1) ?? null
}
