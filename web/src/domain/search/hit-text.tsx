import type { HitRanges, MatchField, MatchReason } from '@baiqicha/contract/company-summary'
import utility from '../../ui/utility.module.css'

export type HitExcerpt = { text: string; ranges: HitRanges }

/** Separators that an excerpt must not start with. */
const SEPARATORS = /[\s、，。；：）,.;:)…]/

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/**
 * Shortens a text for about `room` characters of space: when its first hit lies beyond them, '…' replaces the text well
 * before the hit. The ranges move with it.
 */
export function excerptAtHit(text: string, ranges: HitRanges, room: number): HitExcerpt {
  const [first] = ranges
  if (first === undefined || first[1] <= room) return { text, ranges }
  let start = first[0] - Math.floor(room / 3)
  if (start <= 1) return { text, ranges }
  if (isLowSurrogate(text.charCodeAt(start))) start += 1
  while (start < first[0] && SEPARATORS.test(text.charAt(start))) start += 1
  const moved = start - 1
  return { text: `…${text.slice(start)}`, ranges: ranges.map(([from, to]) => [from - moved, to - moved]) }
}

type TextPiece = { text: string; isHit: boolean }

/**
 * Splits a text at its hit ranges. The pieces always join to the text: ranges outside it are clamped, overlapping
 * ranges are merged, and surrogate pairs stay whole.
 */
export function splitAtHits(text: string, ranges: HitRanges): TextPiece[] {
  const wholeStart = (at: number) => (isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at)
  const wholeEnd = (at: number) => (isLowSurrogate(text.charCodeAt(at)) ? at + 1 : at)
  const pieces: TextPiece[] = []
  let done = 0
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(done, wholeStart(Math.max(0, from)))
    const end = Math.min(text.length, wholeEnd(to))
    if (end <= start) continue
    if (start > done) pieces.push({ text: text.slice(done, start), isHit: false })
    const last = pieces[pieces.length - 1]
    if (start === done && last?.isHit === true) last.text += text.slice(start, end)
    else pieces.push({ text: text.slice(start, end), isHit: true })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isHit: false })
  return pieces
}

/** Text with its hits highlighted. Renders text only, never markup. */
export function HitText({ text, ranges }: { text: string; ranges: HitRanges }) {
  let at = 0
  return splitAtHits(text, ranges).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.isHit ? (
      <em key={key} className={utility.hit}>
        {piece.text}
      </em>
    ) : (
      piece.text
    )
  })
}

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
