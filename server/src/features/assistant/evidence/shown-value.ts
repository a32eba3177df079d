import type { EvidenceValue } from './evidence.ts'

/** A number as the pages show it: thousands separated, at most four decimals. */
export const shownNumber = (number: number): string =>
  number.toLocaleString('zh-CN', { maximumFractionDigits: Number.isInteger(number) ? 0 : 4 })

/** A value as text, without its label. */
export function shownValue(value: EvidenceValue): string {
  if (value.type === 'text') return value.text
  if (value.type === 'texts') return value.texts.join('、')
  if (value.type === 'date') return value.date
  if (value.unit === '年') return `${value.number}年`
  return value.unit === '位'
    ? `第${value.number}位`
    : `${shownNumber(value.number)}${value.unit === '%' ? '' : ' '}${value.unit}`
}
