const SHANGHAI_MS = 8 * 3_600_000

const shanghaiTime = (instant: string) => new Date(Date.parse(instant) + SHANGHAI_MS).toISOString()

/** YYYY-MM-DD of an instant in China's time zone, in which memberships end. */
export const formatShanghaiDate = (instant: string): string => shanghaiTime(instant).slice(0, 10)

/** MM-DD HH:mm of an instant in China's time zone. */
export const formatShanghaiMinute = (instant: string): string => shanghaiTime(instant).slice(5, 16).replace('T', ' ')
