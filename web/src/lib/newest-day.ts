/** The newest of some dates, each as exact as its source states it: 2021, 2026-06 or 2026-06-30; null when none is known. */
export const newestDay = (days: readonly (string | null)[]): string | null =>
  days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null
