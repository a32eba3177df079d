import { DUE_SOON_MS } from '@baiqicha/contract/desk/corrections'

export const countText = (count: number) => count.toLocaleString('zh-CN')

export const sizeText = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

const SHANGHAI_MS = 8 * 3_600_000
const DAY = 86_400_000

const local = (at: number) => new Date(at + SHANGHAI_MS).toISOString()

/** YYYY-MM-DD in China's time zone. */
export const dayText = (at: number) => local(at).slice(0, 10)

/** YYYY-MM-DD HH:mm in China's time zone. */
export const minuteText = (at: number) => local(at).slice(0, 16).replace('T', ' ')
export const secondText = (at: number) => local(at).slice(0, 19).replace('T', ' ')

/** Days until a due date, or since it. */
export function dueText(dueAt: number, now: number): string {
  const days = Math.ceil((dueAt - now) / DAY)
  if (dueAt < now) return `逾期 ${Math.max(1, Math.floor((now - dueAt) / DAY))} 天`
  return `剩 ${days} 天 · ${local(dueAt).slice(5, 10)}`
}

/** Whether a date is near or past. */
export const isSoon = (dueAt: number, now: number) => dueAt - now <= DUE_SOON_MS

/** How long something has waited. */
export function waitText(since: number, now: number): string {
  const hours = Math.floor((now - since) / 3_600_000)
  if (hours < 1) return '等待不足 1 小时'
  return `等待 ${hours < 24 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`}`
}

/** Time of a field in China's time zone, as the field has it, and as content has it. Empty and null: none. */
export const fieldTime = (instant: string | null | undefined): string => {
  const at = instant == null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(at) ? '' : local(at).slice(0, 16)
}
export const instantOfField = (text: string): string | null => (text === '' ? null : `${text}:00+08:00`)
