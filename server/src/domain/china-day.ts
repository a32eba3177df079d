const DAY = 86_400_000
const CHINA_MS = 8 * 3_600_000

/** Start of the day in China. */
export const dayStart = (now: number) => Math.floor((now + CHINA_MS) / DAY) * DAY - CHINA_MS
