const SHANGHAI_MS = 8 * 3_600_000

/** YYYY-MM-DD HH:mm of an instant in China's time zone. */
export const formatShanghaiMinute = (instant: string): string =>
  new Date(Date.parse(instant) + SHANGHAI_MS).toISOString().slice(0, 16).replace('T', ' ')
