import { formatShanghaiDate } from '../../lib/format.ts'

/** Shown wherever a record names a natural person: equal names do not identify a person (PRODUCT B14). */
export const NAMESAKE_PERSONS = '同名不代表同一人，请核对证件号码与法院。'

const DAY_MS = 86_400_000

/**
 * Days until a hearing, by the date in China; negative once it is over. `hearingAt` is 2026-11-22 09:30 or a date; `now`
 * in milliseconds.
 */
function daysUntil(hearingAt: string, now: number): number {
  const today = formatShanghaiDate(new Date(now).toISOString())
  return Math.round((Date.parse(hearingAt.slice(0, 10)) - Date.parse(today)) / DAY_MS)
}

/** Whether a hearing is still to come, with its text. */
export function hearingState(hearingAt: string, now: number = Date.now()): { isAhead: boolean; text: string } {
  const days = daysUntil(hearingAt, now)
  if (days < 0) return { isAhead: false, text: '已开庭' }
  return { isAhead: true, text: days === 0 ? '今天开庭' : `即将开庭 · ${days} 天后` }
}

/** Number of hearings to come and held; null without any. */
export function hearingCountsText(hearings: readonly string[], now: number = Date.now()): string | null {
  if (hearings.length === 0) return null
  const ahead = hearings.filter((at) => daysUntil(at, now) >= 0).length
  const held = hearings.length - ahead
  return [...(ahead > 0 ? [`即将 ${ahead}`] : []), ...(held > 0 ? [`已开庭 ${held}`] : [])].join(' · ')
}
