/** Milliseconds since 1970, UTC. Always passed in, so that tests can set the time. */
export type Clock = { now(): number }

/** Most by which the clocks of two processes differ: what one of them stores is read by another, to which it may be younger than now. */
export const PROCESS_DIFFERENCE_MS = 2_000

export const systemClock: Clock = { now: () => Date.now() }

export const DAY_MS = 86_400_000
/** China has one time zone without daylight saving time. The time zone of the machine does not matter. */
export const CHINA_MS = 8 * 3_600_000

/** Start of the day in China. */
export const dayStart = (now: number) => Math.floor((now + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS

/** End of a day in China, as in 2026-12-31; null: no such day. */
export function chinaDayEnd(day: string): number | null {
  const start = Date.parse(`${day}T00:00:00+08:00`)
  const isDay = !Number.isNaN(start) && chinaDay(start) === day
  return isDay ? start + DAY_MS : null
}

/** The day in China, as in 2026-12-31. */
export const chinaDay = (instant: number) => new Date(instant + CHINA_MS).toISOString().slice(0, 10)

/** UTC, as in 2026-11-22T01:30:00.000Z. */
export const isoOf = (instant: number) => new Date(instant).toISOString()

/** China Standard Time, as in 2026-11-22 09:30:00. */
export const secondOf = (at: number) => new Date(at + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')

/** China Standard Time to the minute, as in 2026-11-22 09:30. */
export const minuteOf = (at: number) => secondOf(at).slice(0, 16)
