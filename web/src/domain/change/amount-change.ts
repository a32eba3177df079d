import { formatNumber } from '../../lib/format.ts'
import { type ChangeDiff, type DiffPart, dropEmpty } from './diff-parts.ts'

type AmountText = { prefix: string; number: string; rest: string; value: number; unit: string }

/** Splits 人民币 500.00 万元 into the text before the number, the number, and the text after it. */
const amountPattern =
  /^(\s*(?:人民币|美元|港元|欧元)?\s*)([\d,]+(?:\.\d+)?)(\s*([万亿]?(?:元人民币|人民币|元|美元|港元|欧元|日元|英镑|股))\s*)$/

/** Synonyms of a unit. */
const unitNames: Readonly<Record<string, string>> = {
  万人民币: '万元',
  万元人民币: '万元',
  人民币: '元',
  元人民币: '元',
  亿元人民币: '亿元',
}

function readAmount(text: string): AmountText | null {
  const [, prefix = '', number = '', rest = '', unit = ''] = amountPattern.exec(text) ?? []
  const value = number === '' ? Number.NaN : Number(number.replaceAll(',', ''))
  return Number.isFinite(value) ? { prefix, number, rest, value, unit: unitNames[unit] ?? unit } : null
}

const partsOf = ({ prefix, number, rest }: AmountText, other: AmountText, change: 'removed' | 'added'): DiffPart[] =>
  rest === other.rest && prefix === other.prefix
    ? dropEmpty([
        { text: prefix, change: 'same' },
        { text: number, change },
        { text: rest, change: 'same' },
      ])
    : [{ text: prefix + number + rest, change }]

/** Both amounts, with the difference when their units agree. null when either side is not an amount. */
export function diffAmounts(before: string, after: string): ChangeDiff | null {
  const [from, to] = [readAmount(before), readAmount(after)]
  if (from === null || to === null || before.trim() === after.trim()) return null
  return { before: partsOf(from, to, 'removed'), after: partsOf(to, from, 'added'), note: noteOf(from, to) }
}

function noteOf(from: AmountText, to: AmountText): string | null {
  // Rounds to six decimals: keeps cents and removes binary floating-point noise.
  const difference = Math.round((to.value - from.value) * 1e6) / 1e6
  if (from.unit !== to.unit || difference === 0) return null
  return `${difference > 0 ? '增加' : '减少'} ${formatNumber(Math.abs(difference))} ${to.unit}`
}
