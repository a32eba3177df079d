const SHANGHAI_MS = 8 * 3_600_000

/** YYYY-MM-DD of an instant in China's time zone, in which memberships end. */
export function formatShanghaiDate(instant: string): string {
  return new Date(Date.parse(instant) + SHANGHAI_MS).toISOString().slice(0, 10)
}
