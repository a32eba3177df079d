/** Calendar days as YYYY-MM-DD; they sort as text. */

/** The day all demonstration data speaks of. Every date is made from it, so that moving it moves the whole world. */
export const AS_OF = '2026-11-18'

const DAY = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

export const daysAfter = (day: string, days: number): string => dayOf(at(day) + days * DAY)
export const daysAgo = (days: number): string => daysAfter(AS_OF, -days)
export const daysFrom = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY)

/** The same day so many years later; 28 February for 29. */
export function yearsAfter(day: string, years: number): string {
  const moved = String(Number(day.slice(0, 4)) + years) + day.slice(4)
  return moved.endsWith('-02-29') ? moved.replace(/29$/, '28') : moved
}

export const yearOf = (day: string): number => Number(day.slice(0, 4))
export const latest = (...days: readonly string[]): string => days.toSorted().at(-1) ?? AS_OF
export const earliest = (...days: readonly string[]): string => days.toSorted()[0] ?? AS_OF

/** 2026年11月18日, as documents write it. */
export function inWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}
