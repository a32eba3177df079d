import type { ContactType } from '@baiqicha/contract/leads'

/** Entry and title of the form that hides a number. */
export const HIDE_NUMBER = '号码屏蔽申请'

/** Note above contacts while no source of contacts is connected: they come from the register data of the companies. */
export const unconnectedNote = (types: readonly ContactType[]) =>
  types.every((type) => type === '网址') ? '电话未接入，仅展示登记的网址' : '联系方式未接入，仅展示登记的号码'

/** Toast of an export. `isFull`: the file has as many rows as an export may have. */
export const exportedText = ({ companies, rows, isFull }: { companies: number; rows: number; isFull: boolean }) =>
  `已导出 ${companies.toLocaleString('zh-CN')} 家 · ${rows.toLocaleString('zh-CN')} 行${isFull ? '（上限）' : ''}`
