/** China has one time zone without daylight saving time. The time zone of the machine does not matter. */
const SHANGHAI_MS = 8 * 3_600_000
const SECOND = 1_000

/**
 * End of a membership that begins at `from` (milliseconds): the same calendar day `years` later, 23:59:59 in Shanghai;
 * 28 February when there is no 29th.
 */
export function membershipEnd(from: number, years: number): number {
  const day = new Date(from + SHANGHAI_MS)
  const year = day.getUTCFullYear() + years
  const month = day.getUTCMonth()
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day.getUTCDate(), lastOfMonth), 23, 59, 59) - SHANGHAI_MS
}

/** Whether a membership is running. Its last second is included. */
export const isRunning = (vipExpireAt: number | null, now: number): vipExpireAt is number =>
  vipExpireAt !== null && now < vipExpireAt + SECOND
