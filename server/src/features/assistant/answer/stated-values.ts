/** Numbers and dates as a sentence states them. Texts are normalised: half-width, without spaces. */

/** An amount: 911,419.7万元, 三条, 约3亿元, 第2位. */
export type StatedNumber = {
  number: number
  /** Unit without its factor: 元, 条, %. Empty: none. */
  unit: string
  isRounded: boolean
  /** Half of the last stated digit. */
  tolerance: number
}

const digits = '〇一二三四五六七八九'
const factors: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const largeFactors: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8, 万亿: 1e12 }

const units = [
  '个百分点',
  '百分点',
  '个月',
  '人民币',
  '美元',
  '港元',
  '欧元',
  '日元',
  '英镑',
  '元',
  '%',
  '条',
  '家',
  '人',
  '名',
  '项',
  '次',
  '位',
  '年',
  '月',
  '日',
  '天',
  '倍',
  '种',
  '类',
  '个',
  '份',
  '股',
  '件',
  '起',
  '岁',
  '期',
  '笔',
]

const arabic = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'
const chinese = '[零〇一二两三四五六七八九十百千]+'
const numberPattern = new RegExp(`(约)?(第)?([-−负])?(?:(${arabic})|(${chinese}))(万亿|亿|万)?([^\\d，。、;]*)`, 'uy')
const percentPattern = new RegExp(`(约)?百分之(?:(${arabic})|(${chinese}))`, 'uy')

/** Value of 二百零五 or 二〇二四. */
function chineseNumber(written: string): number {
  const plain = written.replaceAll('两', '二').replaceAll('零', '〇')
  if (!/[十百千]/.test(plain)) return Number(Array.from(plain, (one) => digits.indexOf(one)).join(''))
  let total = 0
  let digit: number | null = null
  for (const one of plain) {
    const factor = factors[one]
    if (factor === undefined) digit = digits.indexOf(one)
    else {
      total += (digit ?? 1) * factor
      digit = null
    }
  }
  return total + (digit ?? 0)
}

/** A unit as sources and sentences write it: 万元, 万美元, 亿元人民币. */
function readUnit(written: string): { factor: number; unit: string } {
  const { factor = '', rest = '' } = /^(?<factor>万亿|亿|万)?(?<rest>.*)$/u.exec(written)?.groups ?? {}
  const unit = rest === '人民币' || rest === '元人民币' || rest === '人民币元' ? '元' : rest
  return { factor: largeFactors[factor] ?? 1, unit: unit === '名' ? '人' : unit.replace('个百分点', '百分点') }
}

const longestFirst = (texts: readonly string[]) => texts.toSorted((a, b) => b.length - a.length)

/** Number and unit at a position, with their length; null: none. `citedUnits`: those of the cited fields, normalised. */
export function numberAt(
  text: string,
  at: number,
  citedUnits: readonly string[] = [],
): { stated: StatedNumber; length: number } | null {
  percentPattern.lastIndex = at
  const percent = percentPattern.exec(text)
  if (percent !== null) {
    const [whole, about, figures, words = ''] = percent
    const number = figures === undefined ? chineseNumber(words) : plainNumber(figures)
    const tolerance = halfDigit(figures ?? '')
    return { stated: { number, unit: '%', isRounded: about !== undefined, tolerance }, length: whole.length }
  }
  numberPattern.lastIndex = at
  const found = numberPattern.exec(text)
  if (found === null) return null
  const [whole, about, ordinal, sign, figures, words = '', large = '', after = ''] = found
  const known = longestFirst([...units, '元人民币', ...citedUnits.map((unit) => readUnit(unit).unit)])
  const unit = known.find((one) => after.startsWith(one)) ?? ''
  const factor = (largeFactors[large] ?? 1) * (sign === undefined ? 1 : -1)
  return {
    stated: {
      number: (figures === undefined ? chineseNumber(words) : plainNumber(figures)) * factor,
      unit: ordinal === undefined ? readUnit(unit).unit : '位',
      isRounded: about !== undefined,
      tolerance: halfDigit(figures ?? '') * Math.abs(factor),
    },
    length: whole.length - after.length + unit.length,
  }
}

const plainNumber = (figures: string) => Number(figures.replaceAll(',', ''))
const halfDigit = (figures: string) => 0.5 * 10 ** -(figures.split('.')[1]?.length ?? 0)

/** Relative error of a number that was multiplied by its factor. */
const FLOAT_ERROR = 4 * Number.EPSILON

/** Whether a stated number is that of a field, exactly or as a rounding marked 约. */
export function isSameNumber(stated: StatedNumber, field: { number: number; unit: string }): boolean {
  const { factor, unit } = readUnit(field.unit.normalize('NFKC'))
  if (unit !== stated.unit) return false
  const number = field.number * factor
  const tolerance = stated.isRounded ? stated.tolerance : 0
  return Math.abs(number - stated.number) <= tolerance + Math.abs(number) * FLOAT_ERROR
}

const datePatterns = [
  /(\d{4})年(\d{1,2})月(\d{1,2})日/y,
  /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/y,
  /(\d{4})年(\d{1,2})月/y,
  /(\d{4})-(\d{1,2})(?!\d)/y,
  /((?:18|19|20)\d{2})年/y,
]

/** Date at a position, as exact as it is stated: 2026, 2026-06 or 2026-06-30. null: none. */
export function dateAt(text: string, at: number): { date: string; length: number } | null {
  for (const pattern of datePatterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) continue
    const [whole, ...parts] = found
    return { date: parts.map((part) => part.padStart(2, '0')).join('-'), length: whole.length }
  }
  return null
}

/** Whether a stated date is that of a source; it may be less exact, never more. */
export const isSameDate = (stated: string, date: string): boolean => date === stated || date.startsWith(`${stated}-`)
