export const contactTypes = ['手机', '固话', '邮箱', '网址'] as const
export type ContactType = (typeof contactTypes)[number]
export const contactCategories = ['年报', '官网', '招投标', '自行公开'] as const
export type ContactCategory = (typeof contactCategories)[number]
export const contactStates = ['实号', '空号', '停机', '沉默', '未知'] as const
export type ContactState = (typeof contactStates)[number]

/** Type of a normalised contact. Its form decides, whatever a source states: it decides how the contact is masked. */
export function contactTypeOf(value: string): ContactType {
  if (value.includes('@')) return '邮箱'
  if (/^1[3-9]\d{9}$/.test(value)) return '手机'
  return /^[\d-]+$/.test(value) ? '固话' : '网址'
}
