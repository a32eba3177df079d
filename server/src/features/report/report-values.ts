import { type Field, type FieldValue, isAmount } from '@baiqicha/contract/records/fields'

const whole = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const share = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })

/** A number as the pages show it: whole ones plain, others with two decimals. */
export const numberText = (value: number) => (Number.isInteger(value) ? whole : decimals).format(value)
export const amountText = ({ value, unit }: { value: number; unit: string }) => `${numberText(value)} ${unit}`
export const percentText = (value: number) => `${share.format(value)}%`

function itemText(item: Extract<FieldValue, unknown[]>[number]): string {
  if (typeof item === 'string') return item
  if ('role' in item) return `${item.role} ${item.name}${item.statement === null ? '' : `（${item.statement}）`}`
  if ('title' in item) return `${item.title}：${item.text}`
  return `${item.date ?? ''} ${item.content}`.trim()
}

/** Characters of an item that shares a line with others. */
const SHORT_ITEM = 20
const isShort = (item: Extract<FieldValue, unknown[]>[number]) => typeof item === 'string' && item.length <= SHORT_ITEM

/** A year has no separator of thousands. */
const countText = (label: string, value: number) => (/年[份度]$/.test(label) ? String(value) : numberText(value))

/** Value of a field as text; null: none is stated. */
export function fieldText(field: Field, value: FieldValue | undefined): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return field.type === 'percent' ? percentText(value) : countText(field.label, value)
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (isAmount(value)) return amountText(value)
  if (!Array.isArray(value)) return null
  return value.length === 0 ? null : value.map(itemText).join(value.every(isShort) ? '、' : '\n')
}
