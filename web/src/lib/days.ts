const SHANGHAI_MS = 8 * 3_600_000

/** YYYY-MM-DD HH:mm of an instant in China's time zone. */
export const formatShanghaiMinute = (instant: string): string =>
  new Date(Date.parse(instant) + SHANGHAI_MS).toISOString().slice(0, 16).replace('T', ' ')

const DAY_MS = 86_400_000

/** Whole days until an instant; 0 on the last day and afterwards. */
export function daysLeft(instant: string, now: number = Date.now()): number {
  return Math.max(0, Math.floor((Date.parse(instant) - now) / DAY_MS))
}
