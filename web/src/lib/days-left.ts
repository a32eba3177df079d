const DAY_MS = 86_400_000

/** Whole days until an instant; 0 on the last day and afterwards. */
export function daysLeft(instant: string, now: number = Date.now()): number {
  return Math.max(0, Math.floor((Date.parse(instant) - now) / DAY_MS))
}
