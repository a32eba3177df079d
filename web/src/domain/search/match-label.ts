import type { HitRanges, MatchField, MatchReason } from '@baiqicha/contract/company-summary'
import { excerptAtHit, type HitExcerpt } from './hit-text.tsx'

/** Labels of the fields that can match a keyword. */
export const matchLabels: Record<MatchField, string> = {
  name: '企业名称',
  formerName: '曾用名',
  shortName: '简称',
  formerShortName: '曾用简称',
  englishName: '英文名',
  alias: '别名',
  stockCode: '股票代码',
  creditCode: '信用代码',
  registrationNumber: '工商注册号',
  organisationCode: '组织机构代码',
  lei: 'LEI 编码',
  legalRepresentative: '法定代表人',
  member: '股东高管',
  scope: '经营范围',
  address: '地址',
  phone: '电话',
  pinyin: '拼音',
  initials: '拼音首字母',
  fuzzy: '相近名称',
  mentionedName: '文本中的企业名称',
}

/** A name within pasted text is said to be one, whether or not it is the name shown. */
const isMention = ({ field }: { field: MatchField }) => field === 'mentionedName'

/** Label to show beside the name; null when the name itself shows the hit. */
export function matchLabelBeside(name: string, reason: { field: MatchField; text: string }): string | null {
  return reason.text === name && !isMention(reason) ? null : matchLabels[reason.field]
}

/** Hits that share no character with the keyword, so that highlighted characters alone do not explain them. */
const soundFields: ReadonlySet<MatchField> = new Set(['pinyin', 'initials'])

/** Hit of a company row: its label and the text that matches. */
export type ShownReason = HitExcerpt & { label: string }

/**
 * Reason to show below the facts of a row; null when the name itself shows the hit. A hit by pinyin and a name within
 * pasted text always have a reason: the characters of the name that sound like the keyword, and the name.
 */
export function reasonBeside(
  name: string,
  { field, text }: MatchReason,
  { ranges, room }: { ranges: HitRanges; room: number },
): ShownReason | null {
  const label = matchLabels[field]
  if (text !== name) return { label, ...excerptAtHit(text, ranges, room) }
  if (!soundFields.has(field) && !isMention({ field })) return null
  const start = ranges[0]?.[0] ?? 0
  const end = ranges.at(-1)?.[1] ?? text.length
  return { label, text: text.slice(start, end), ranges: ranges.map(([from, to]) => [from - start, to - start]) }
}
