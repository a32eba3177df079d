/** MM-DD HH:mm of an instant in China's time zone. Apart from shanghai-date.ts, which is part of the first load. */
export const formatShanghaiMinute = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ')
