import { formatShanghaiDate } from '../../lib/shanghai-date.ts'

/** Shown wherever a record names a natural person: equal names do not identify a person (PRODUCT B14). */
export const NAMESAKE_PERSONS = '同名不代表同一人，请核对证件号和法院。'

const DAY_MS = 86_400_000

/**
 * Time until a hearing: 还有 3 天, 今天开庭 or 已开庭, by the date in China. `hearingAt` is 2026-11-22 09:30 or a date; `now` in
 * milliseconds.
 */
export function hearingText(hearingAt: string, now: number = Date.now()): string {
  const today = formatShanghaiDate(new Date(now).toISOString())
  const days = Math.round((Date.parse(hearingAt.slice(0, 10)) - Date.parse(today)) / DAY_MS)
  if (days > 0) return `还有 ${days} 天`
  return days === 0 ? '今天开庭' : '已开庭'
}
